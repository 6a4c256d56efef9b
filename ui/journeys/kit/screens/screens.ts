import type { Locator, Page } from 'playwright-core';
import type { Translate } from '../language.ts';

/** A page of the ui, or a menu, dialog or panel on a page. */
export interface Screen {
  name: string;
  path: string;
  /** Opens a menu or dialog that has no URL. */
  openLayer?: (page: Page) => Promise<unknown>;
  /** An element that shows that the screen has loaded. */
  loadedMarker: (page: Page) => Locator;
}

interface RecordIds {
  /** A pending record with a history. */
  pending: number;
  /** An active record with an open proposal. */
  withProposal: number;
  /** An open change set with an item. */
  changeSet: number;
}

export const SAMPLE_SET_TITLE = '春季换名';

export function otherScreens(
  translate: Translate,
  { pending, withProposal, changeSet }: RecordIds,
): Record<'page' | 'layer', Screen[]> {
  const button = (key: string) => (page: Page) => page.getByRole('button', { name: translate(key), exact: true });
  const text = (key: string) => (page: Page) => page.getByText(translate(key), { exact: true }).first();
  const openAccountMenu = (page: Page) =>
    page.getByRole('button', { name: new RegExp(`^${translate('topBar.account')}`) }).click();
  const openFromAccountMenu = (key: string) => async (page: Page) => {
    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: translate(key) }).click();
  };
  return { page: pageScreens(text, { pending, withProposal, changeSet }), layer: layerScreens(pending) };

  function layerScreens(id: number): Screen[] {
    const cardPath = `/country?code=XA&id=${id}&panel=view`;
    return [
      { name: 'account menu', path: '/403', openLayer: openAccountMenu, loadedMarker: text('topBar.signOut') },
      {
        name: 'language menu',
        path: '/403',
        openLayer: (page) => page.getByRole('button', { name: new RegExp(translate('top.language')) }).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: (page) => page.getByRole('menuitem').first(),
      },
      {
        name: 'profile',
        path: '/403',
        openLayer: openFromAccountMenu('topBar.profile'),
        loadedMarker: text('profile.username'),
      },
      {
        name: 'password',
        path: '/403',
        openLayer: openFromAccountMenu('topBar.password'),
        /** An element that shows that the screen has loaded. */
        loadedMarker: text('password.rule.common'),
      },
      {
        name: 'second factor',
        path: '/403',
        openLayer: openFromAccountMenu('topBar.twoStep'),
        loadedMarker: text('twoStep.off'),
      },
      {
        name: 'devices',
        path: '/403',
        openLayer: openFromAccountMenu('topBar.sessions'),
        loadedMarker: text('sessions.current'),
      },
      {
        name: 'shortcuts',
        path: '/403',
        openLayer: (page) => button('menu.shortcuts')(page).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: text('shortcuts.anywhere'),
      },
      {
        name: 'filters',
        path: '/country?code=XA',
        openLayer: (page) => button('list.filter')(page).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: (page) => page.getByRole('button', { name: translate('field.continent'), exact: true }).last(),
      },
      {
        name: 'columns',
        path: '/country?code=XA',
        openLayer: (page) => page.getByRole('button', { name: / \d+\/\d+$/ }).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: text('field.createdBy'),
      },
      {
        name: 'form with errors',
        path: `/country?code=XA&id=${id}&panel=edit`,
        openLayer: async (page) => {
          await page.getByRole('textbox', { name: translate('field.name'), exact: true }).fill('');
          await page.keyboard.press('Control+s');
        },
        /** An element that shows that the screen has loaded. */
        loadedMarker: (page) => page.locator('[aria-invalid="true"]'),
      },
      { name: 'delete', path: `/country?code=XA&id=${id}&panel=delete`, loadedMarker: text('entity.country.delete') },
      {
        name: 'reject',
        path: cardPath,
        openLayer: (page) => page.getByRole('button', { name: `${translate('event.reject')}…` }).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: text('form.reasonHelp'),
      },
      {
        name: 'log entry',
        path: '/users/user-log-list',
        openLayer: (page) => page.getByRole('row').nth(1).click(),
        /** An element that shows that the screen has loaded. */
        loadedMarker: (page) => page.getByRole('complementary', { name: translate('logs.entry') }),
      },
      {
        name: 'time filter of the log',
        path: '/users/user-log-list',
        openLayer: async (page) => {
          await button('list.filter')(page).click();
          await page.getByRole('button', { name: translate('logs.filter.time'), exact: true }).click();
        },
        /** An element that shows that the screen has loaded. */
        loadedMarker: text('days.from'),
      },
      {
        name: 'palette',
        path: '/403',
        openLayer: async (page) => {
          await page.keyboard.press('Control+k');
          await page.keyboard.type('zhongguo');
        },
        /** An element that shows that the screen has loaded. */
        loadedMarker: (page) => page.getByRole('option', { name: /^CN/ }).first(),
      },
    ];
  }
}

type TextLocator = (key: string) => (page: Page) => Locator;

function pageScreens(text: TextLocator, { pending, withProposal, changeSet }: RecordIds): Screen[] {
  return [
    { name: 'home', path: '/', loadedMarker: text('home.reviews') },
    {
      name: 'list',
      path: '/country?status=active&continent=AS',
      /** An element that shows that the screen has loaded. */
      loadedMarker: (page) => page.getByRole('checkbox', { name: /CN$/ }),
    },
    { name: 'empty list', path: '/country?q=zzzzzz', loadedMarker: text('list.emptyFilteredText') },
    { name: 'card', path: `/country?code=XA&id=${pending}&panel=view`, loadedMarker: text('record.recent') },
    { name: 'proposal', path: `/country?code=XA&id=${withProposal}&panel=view`, loadedMarker: text('proposal.title') },
    { name: 'new form', path: '/country?code=XA&panel=new', loadedMarker: text('form.basics') },
    { name: 'history', path: `/country?code=XA&id=${pending}&panel=history`, loadedMarker: text('history.current') },
    { name: 'form page', path: '/cabin/form', loadedMarker: text('form.toSave') },
    { name: 'form dialog', path: '/rate-board?panel=new', loadedMarker: text('form.toSave') },
    { name: 'user log', path: '/users/user-log-list', loadedMarker: text('logs.act.signIn') },
    {
      name: 'empty user log',
      path: '/users/user-log-list?user=nobody-at-all&from=2026-01-01&act=roleDeleted&address=0.0.0.0',
      /** An element that shows that the screen has loaded. */
      loadedMarker: text('logs.empty'),
    },
    { name: 'configuration', path: '/system-config', loadedMarker: text('config.group.sessions') },
    { name: 'configuration history', path: '/system-config?panel=history', loadedMarker: text('config.noChanges') },
    { name: 'empty sync status', path: '/sync-status', loadedMarker: text('sync.empty') },
    { name: 'empty subscriber list', path: '/data-subscriber', loadedMarker: text('subscriber.first') },
    { name: 'new subscriber', path: '/data-subscriber?panel=new', loadedMarker: text('subscriber.kindGroup.air') },
    { name: 'change sets', path: '/change-sets', loadedMarker: (page) => page.getByText(SAMPLE_SET_TITLE).first() },
    { name: 'change set', path: `/change-sets/${changeSet}`, loadedMarker: text('form.basics') },
    { name: 'calendar', path: '/calendar', loadedMarker: text('changeSets.calendar.empty') },
    { name: 'imports', path: '/imports', loadedMarker: text('imports.emptyFirst') },
    { name: 'new import', path: '/imports/new?kind=airport', loadedMarker: text('imports.presets') },
    { name: '403', path: '/403', loadedMarker: text('forbidden.title') },
    { name: 'not found', path: '/no-such-page', loadedMarker: text('missingPage.title') },
  ];
}
