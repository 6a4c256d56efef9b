import type { Locator, Page } from 'playwright-core';
import type { Word } from './language.ts';

/** A page or a layer of the product: where it is, what opens it there, and what shows that it is there. */
export interface Place {
  name: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
  shows: (page: Page) => Locator;
}

interface Records {
  /** Waits for review, and has a history. */
  pending: number;
  /** A proposal waits beside it. */
  live: number;
}

export function places(word: Word, { pending, live }: Records): Record<'page' | 'layer', Place[]> {
  const button = (key: string) => (page: Page) => page.getByRole('button', { name: word(key), exact: true });
  const text = (key: string) => (page: Page) => page.getByText(word(key), { exact: true }).first();
  const account = (page: Page) => page.getByRole('button', { name: new RegExp(`^${word('top.account')}`) }).click();
  const fromMenu = (key: string) => async (page: Page) => {
    await account(page);
    await page.getByRole('menuitem', { name: word(key) }).click();
  };
  return { page: pages(text, { pending, live }), layer: layersOf(pending) };

  function layersOf(id: number): Place[] {
    const view = `/country?code=XA&id=${id}&panel=view`;
    return [
      { name: 'account menu', path: '/403', open: account, shows: text('top.signOut') },
      {
        name: 'language menu',
        path: '/403',
        open: (page) => page.getByRole('button', { name: new RegExp(word('top.language')) }).click(),
        shows: (page) => page.getByRole('menuitem').first(),
      },
      { name: 'profile', path: '/403', open: fromMenu('top.profile'), shows: text('profile.username') },
      { name: 'password', path: '/403', open: fromMenu('top.password'), shows: text('password.rule.common') },
      { name: 'second factor', path: '/403', open: fromMenu('top.twoStep'), shows: text('twoStep.off') },
      { name: 'devices', path: '/403', open: fromMenu('top.sessions'), shows: text('sessions.current') },
      {
        name: 'shortcuts',
        path: '/403',
        open: (page) => button('menu.shortcuts')(page).click(),
        shows: text('shortcuts.anywhere'),
      },
      {
        name: 'filters',
        path: '/country?code=XA',
        open: (page) => button('list.filter')(page).click(),
        shows: (page) => page.getByRole('button', { name: word('field.continent'), exact: true }).last(),
      },
      {
        name: 'columns',
        path: '/country?code=XA',
        open: (page) => page.getByRole('button', { name: / \d+\/\d+$/ }).click(),
        shows: text('field.createdBy'),
      },
      {
        name: 'form with errors',
        path: `/country?code=XA&id=${id}&panel=edit`,
        open: async (page) => {
          await page.getByRole('textbox', { name: word('field.name'), exact: true }).fill('');
          await page.keyboard.press('Control+s');
        },
        shows: (page) => page.locator('[aria-invalid="true"]'),
      },
      { name: 'delete', path: `/country?code=XA&id=${id}&panel=delete`, shows: text('entity.country.delete') },
      {
        name: 'reject',
        path: view,
        open: (page) => page.getByRole('button', { name: `${word('event.reject')}…` }).click(),
        shows: text('form.reasonHelp'),
      },
      {
        name: 'log entry',
        path: '/users/user-log-list',
        open: (page) => page.getByRole('row').nth(1).click(),
        shows: (page) => page.getByRole('complementary', { name: word('logs.entry') }),
      },
      {
        name: 'time of the log',
        path: '/users/user-log-list',
        open: async (page) => {
          await button('list.filter')(page).click();
          await page.getByRole('button', { name: word('logs.filter.time'), exact: true }).click();
        },
        shows: text('logs.to'),
      },
      {
        name: 'palette',
        path: '/403',
        open: async (page) => {
          await page.keyboard.press('Control+k');
          await page.keyboard.type('zhongguo');
        },
        shows: (page) => page.getByRole('option', { name: /^CN/ }).first(),
      },
    ];
  }
}

type Text = (key: string) => (page: Page) => Locator;

function pages(text: Text, { pending, live }: Records): Place[] {
  return [
    { name: 'home', path: '/', shows: text('home.reviews') },
    {
      name: 'list',
      path: '/country?status=active&continent=AS',
      shows: (page) => page.getByRole('checkbox', { name: /CN$/ }),
    },
    { name: 'empty list', path: '/country?q=zzzzzz', shows: text('list.emptyFilteredText') },
    { name: 'card', path: `/country?code=XA&id=${pending}&panel=view`, shows: text('record.recent') },
    { name: 'proposal', path: `/country?code=XA&id=${live}&panel=view`, shows: text('proposal.title') },
    { name: 'new form', path: '/country?code=XA&panel=new', shows: text('form.basics') },
    { name: 'history', path: `/country?code=XA&id=${pending}&panel=history`, shows: text('history.current') },
    { name: 'form page', path: '/cabin/form', shows: text('form.toSave') },
    { name: 'form dialog', path: '/rate-board?panel=new', shows: text('form.toSave') },
    { name: 'user log', path: '/users/user-log-list', shows: text('logs.act.signIn') },
    {
      name: 'empty user log',
      path: '/users/user-log-list?user=nobody-at-all&from=2026-01-01&act=roleDeleted&address=0.0.0.0',
      shows: text('logs.empty'),
    },
    { name: 'configuration', path: '/system-config', shows: text('config.group.sessions') },
    { name: 'its history', path: '/system-config?panel=history', shows: text('config.noChanges') },
    { name: 'nothing to bring anywhere', path: '/sync-status', shows: text('sync.empty') },
    { name: 'no subscriber yet', path: '/data-subscriber', shows: text('subscriber.first') },
    { name: 'new subscriber', path: '/data-subscriber?panel=new', shows: text('subscriber.kindGroup.air') },
    { name: 'imports', path: '/imports', shows: text('imports.emptyFirst') },
    { name: 'new import', path: '/imports/new?kind=airport', shows: text('imports.presets') },
    { name: '403', path: '/403', shows: text('forbidden.title') },
    { name: 'not found', path: '/no-such-page', shows: text('missingPage.title') },
  ];
}
