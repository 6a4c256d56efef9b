import type { Locator, Page } from 'playwright-core';
import type { Translate } from './language.ts';

/** A page of the ui, or a layer over one. */
export interface Screen {
  name: string;
  path: string;
  open?: (page: Page) => Promise<unknown>;
  marker: (page: Page) => Locator;
}

interface RecordIds {
  /** A record that waits for review and has a history. */
  pending: number;
  /** An active record with an open proposal. */
  withProposal: number;
}

export function screensOf(
  translate: Translate,
  { pending, withProposal }: RecordIds,
): Record<'page' | 'layer', Screen[]> {
  const button = (key: string) => (page: Page) => page.getByRole('button', { name: translate(key), exact: true });
  const text = (key: string) => (page: Page) => page.getByText(translate(key), { exact: true }).first();
  const openAccountMenu = (page: Page) =>
    page.getByRole('button', { name: new RegExp(`^${translate('top.account')}`) }).click();
  const openFromAccountMenu = (key: string) => async (page: Page) => {
    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: translate(key) }).click();
  };
  return { page: pages(text, { pending, withProposal }), layer: layers(pending) };

  function layers(id: number): Screen[] {
    const view = `/country?code=XA&id=${id}&panel=view`;
    return [
      { name: 'account menu', path: '/403', open: openAccountMenu, marker: text('top.signOut') },
      {
        name: 'language menu',
        path: '/403',
        open: (page) => page.getByRole('button', { name: new RegExp(translate('top.language')) }).click(),
        marker: (page) => page.getByRole('menuitem').first(),
      },
      { name: 'profile', path: '/403', open: openFromAccountMenu('top.profile'), marker: text('profile.username') },
      {
        name: 'password',
        path: '/403',
        open: openFromAccountMenu('top.password'),
        marker: text('password.rule.common'),
      },
      { name: 'second factor', path: '/403', open: openFromAccountMenu('top.twoStep'), marker: text('twoStep.off') },
      { name: 'devices', path: '/403', open: openFromAccountMenu('top.sessions'), marker: text('sessions.current') },
      {
        name: 'shortcuts',
        path: '/403',
        open: (page) => button('menu.shortcuts')(page).click(),
        marker: text('shortcuts.anywhere'),
      },
      {
        name: 'filters',
        path: '/country?code=XA',
        open: (page) => button('list.filter')(page).click(),
        marker: (page) => page.getByRole('button', { name: translate('field.continent'), exact: true }).last(),
      },
      {
        name: 'columns',
        path: '/country?code=XA',
        open: (page) => page.getByRole('button', { name: / \d+\/\d+$/ }).click(),
        marker: text('field.createdBy'),
      },
      {
        name: 'form with errors',
        path: `/country?code=XA&id=${id}&panel=edit`,
        open: async (page) => {
          await page.getByRole('textbox', { name: translate('field.name'), exact: true }).fill('');
          await page.keyboard.press('Control+s');
        },
        marker: (page) => page.locator('[aria-invalid="true"]'),
      },
      { name: 'delete', path: `/country?code=XA&id=${id}&panel=delete`, marker: text('entity.country.delete') },
      {
        name: 'reject',
        path: view,
        open: (page) => page.getByRole('button', { name: `${translate('event.reject')}…` }).click(),
        marker: text('form.reasonHelp'),
      },
      {
        name: 'log entry',
        path: '/users/user-log-list',
        open: (page) => page.getByRole('row').nth(1).click(),
        marker: (page) => page.getByRole('complementary', { name: translate('logs.entry') }),
      },
      {
        name: 'time of the log',
        path: '/users/user-log-list',
        open: async (page) => {
          await button('list.filter')(page).click();
          await page.getByRole('button', { name: translate('logs.filter.time'), exact: true }).click();
        },
        marker: text('logs.to'),
      },
      {
        name: 'palette',
        path: '/403',
        open: async (page) => {
          await page.keyboard.press('Control+k');
          await page.keyboard.type('zhongguo');
        },
        marker: (page) => page.getByRole('option', { name: /^CN/ }).first(),
      },
    ];
  }
}

type Text = (key: string) => (page: Page) => Locator;

function pages(text: Text, { pending, withProposal }: RecordIds): Screen[] {
  return [
    { name: 'home', path: '/', marker: text('home.reviews') },
    {
      name: 'list',
      path: '/country?status=active&continent=AS',
      marker: (page) => page.getByRole('checkbox', { name: /CN$/ }),
    },
    { name: 'empty list', path: '/country?q=zzzzzz', marker: text('list.emptyFilteredText') },
    { name: 'card', path: `/country?code=XA&id=${pending}&panel=view`, marker: text('record.recent') },
    { name: 'proposal', path: `/country?code=XA&id=${withProposal}&panel=view`, marker: text('proposal.title') },
    { name: 'new form', path: '/country?code=XA&panel=new', marker: text('form.basics') },
    { name: 'history', path: `/country?code=XA&id=${pending}&panel=history`, marker: text('history.current') },
    { name: 'form page', path: '/cabin/form', marker: text('form.toSave') },
    { name: 'form dialog', path: '/rate-board?panel=new', marker: text('form.toSave') },
    { name: 'user log', path: '/users/user-log-list', marker: text('logs.act.signIn') },
    {
      name: 'empty user log',
      path: '/users/user-log-list?user=nobody-at-all&from=2026-01-01&act=roleDeleted&address=0.0.0.0',
      marker: text('logs.empty'),
    },
    { name: 'configuration', path: '/system-config', marker: text('config.group.sessions') },
    { name: 'its history', path: '/system-config?panel=history', marker: text('config.noChanges') },
    { name: 'nothing to bring anywhere', path: '/sync-status', marker: text('sync.empty') },
    { name: 'no subscriber yet', path: '/data-subscriber', marker: text('subscriber.first') },
    { name: 'new subscriber', path: '/data-subscriber?panel=new', marker: text('subscriber.kindGroup.air') },
    { name: 'imports', path: '/imports', marker: text('imports.emptyFirst') },
    { name: 'new import', path: '/imports/new?kind=airport', marker: text('imports.presets') },
    { name: '403', path: '/403', marker: text('forbidden.title') },
    { name: 'not found', path: '/no-such-page', marker: text('missingPage.title') },
  ];
}
