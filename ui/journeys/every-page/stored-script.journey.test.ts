/** @module-tag slow */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { demoPassword } from '../kit/api-client.ts';
import { setUpProduct } from '../kit/journey.ts';
import { translatorFor } from '../kit/language.ts';
import { registerUser } from '../kit/page/user-locators.ts';
import { testedEntities } from '../kit/screens/entity-screens.ts';
import { exampleBodies, injectedScript } from '../kit/screens/injected-script.ts';

const product = setUpProduct();
const translate = translatorFor('zh-CN');
const recordIds: Record<string, number> = {};

async function storeScriptsInRecords(): Promise<void> {
  const editor = await product.apiAs('editor');
  const reviewer = await product.apiAs('reviewer');
  for (const { key, resource } of testedEntities) {
    const { plain, hostile } = exampleBodies(resource);
    const { id, version } = (await editor.call('POST', resource, plain)).record;
    const { record } = await editor.call('PUT', `${resource}/${id}`, hostile, version);
    await reviewer.call(
      'POST',
      `${resource}/${id}/transitions`,
      { event: 'reject', reason: injectedScript },
      record.version,
    );
    recordIds[key] = id;
  }
  const proposedRecord = await editor.change('JP', { locales: exampleBodies('/countries').hostile.locales });
  recordIds.proposal = proposedRecord.id;
}

async function storeScriptsInUsers(): Promise<void> {
  const admin = await product.apiAs('admin');
  const { email } = await admin.call('GET', '/profile');
  await admin.call('PUT', '/profile', { displayName: injectedScript, email });
  const role = { ...exampleBodies('/roles').hostile, name: 'hostile' };
  recordIds.role = (await admin.call('POST', '/roles', role)).record.id;
  const invitedUser = { ...exampleBodies('/users').hostile, roles: ['hostile'] };
  recordIds.user = (await admin.call('POST', '/users', invitedUser)).record.id;
  for (const name of ['pending-user', 'rejected-user']) await registerUser(product.url, name, injectedScript);
  const { items } = await admin.call('GET', '/users?page=1&pageSize=10&q=rejected-user');
  const rejection = { event: 'reject', reason: injectedScript };
  recordIds.rejectedUser = (
    await admin.call('POST', `/users/${items[0].id}/transitions`, rejection, items[0].version)
  ).record.id;
  for (const [username, password] of [
    ['admin', demoPassword],
    [injectedScript, 'wrong'],
  ])
    await fetch(`${product.url}/dc/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': injectedScript },
      body: JSON.stringify({ username, password }),
    });
}

beforeAll(async () => {
  await storeScriptsInRecords();
  await storeScriptsInUsers();
});

interface ScriptView {
  path: string;
  region: (page: Page) => Locator;
  /** Opens a menu or dialog that has no URL. */
  open?: (page: Page) => Promise<unknown>;
  /** Another text that the region shows. */
  label?: string;
}

const sidePanel = (page: Page) => page.getByRole('complementary');
const dialogOn = (page: Page) => page.getByRole('dialog');
const fieldsInside = (container: Locator) => container.locator('input, textarea');
const gridNamed = (name: string) => (page: Page) => page.getByRole('grid', { name, exact: true });

const viewsOfEntity = ({ key, path, formPath }: (typeof testedEntities)[number]): ScriptView[] => {
  // Without `view=all` the rate board shows only the newest rates.
  const listPath = `${path}?status=rejected${key === 'rate_board' ? '&view=all' : ''}`;
  const recordPath = `${listPath}&id=${recordIds[key]}&panel`;
  const editView = formPath
    ? { path: `${formPath}?id=${recordIds[key]}`, region: (page: Page) => fieldsInside(page.getByRole('main')) }
    : { path: `${recordPath}=edit`, region: (page: Page) => fieldsInside(sidePanel(page).or(dialogOn(page))) };
  return [
    { path: listPath, region: gridNamed(translate(`entity.${key}.many`)) },
    { path: `${recordPath}=view`, region: sidePanel },
    { path: `${recordPath}=history`, region: sidePanel, label: translate('history.current') },
    editView,
    ...(formPath ? [{ path: `${recordPath}=quick`, region: (page: Page) => fieldsInside(dialogOn(page)) }] : []),
  ];
};

const openFromAccountMenu = (key: string) => async (page: Page) => {
  await page.getByRole('button', { name: new RegExp(`^${translate('topBar.account')}`) }).click();
  await page.getByRole('menuitem', { name: translate(key) }).click();
};
const viewsOfUsers = (): ScriptView[] => [
  { path: '/', region: (page) => page.getByRole('main') },
  {
    path: `/country?code=JP&id=${recordIds.proposal}&panel=view`,
    region: sidePanel,
    label: translate('proposal.title'),
  },
  { path: '/users/user-list', region: gridNamed('用户') },
  { path: `/users/user-list?id=${recordIds.rejectedUser}&panel=view`, region: sidePanel },
  { path: `/users/user-list?id=${recordIds.user}&panel=edit`, region: (page) => fieldsInside(sidePanel(page)) },
  { path: '/users/role-list', region: gridNamed('角色') },
  { path: `/users/role-list?id=${recordIds.role}&panel=edit`, region: (page) => fieldsInside(page.getByRole('main')) },
  { path: '/users/permission-list', region: (page) => page.getByRole('main') },
  { path: '/users/user-log-list', region: gridNamed('用户日志') },
  {
    path: '/users/user-log-list?act=signInFailed',
    open: (page) => gridNamed('用户日志')(page).getByText(injectedScript).first().click(),
    region: sidePanel,
  },
  {
    path: '/403',
    open: (page) => page.getByRole('button', { name: new RegExp(`^${translate('topBar.account')}`) }).click(),
    region: (page) => page.getByRole('menu'),
  },
  { path: '/403', open: openFromAccountMenu('topBar.profile'), region: (page) => fieldsInside(dialogOn(page)) },
  { path: '/403', open: openFromAccountMenu('topBar.sessions'), region: (page) => dialogOn(page).locator('[title]') },
  {
    path: '/403',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('onerror');
    },
    region: (page) => page.getByRole('listbox'),
  },
];

/** Navigates without reloading, as a link does. */
const goTo = (page: Page, path: string) => page.evaluate((url) => history.pushState(null, '', url), path);

/** Reads the texts, field values and titles in a region. */
const readText = (place: Locator) =>
  place.evaluateAll((nodes) =>
    nodes
      .flatMap((node) => [Reflect.get(node, 'innerText'), Reflect.get(node, 'value'), node.getAttribute('title')])
      .join('\n'),
  );

/** Returns signs that the browser treated a stored script as markup. */
const findScriptEffects = (page: Page) =>
  page.evaluate(() => ({
    ran: Reflect.get(window, '__ran') ?? false,
    elements: [...document.querySelectorAll('[onerror], [onload], img[src="x"], script:not([src])')].map(
      ({ outerHTML }) => outerHTML,
    ),
    violations: Reflect.get(window, '__violations'),
  }));

test.for([
  ['records', () => testedEntities.filter(({ formPath }) => !formPath).flatMap(viewsOfEntity)],
  ['records with a form page', () => testedEntities.filter(({ formPath }) => formPath).flatMap(viewsOfEntity)],
  ['users and their activity', viewsOfUsers],
] as const)('a script stored in every text field of %s is shown as text on every screen', async ([, views]) => {
  const { page, context } = await product.open('admin', '/403');
  const dialogs: string[] = [];
  page.on('dialog', (browserDialog) => dialogs.push(browserDialog.message()));
  await context.addInitScript(() => {
    const violations: string[] = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
    Object.assign(window, { __violations: violations, ran: () => Object.assign(window, { __ran: true }) });
  });
  await page.reload();
  for (const { path, region, open, label = '' } of views()) {
    await goTo(page, path);
    await open?.(page);
    await expect.poll(() => readText(region(page)), { message: path }).toContain('onerror="ran()"');
    await expect.poll(() => readText(region(page)), { message: path }).toContain(label);
    expect([path, await findScriptEffects(page)]).toEqual([path, { ran: false, elements: [], violations: [] }]);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogOn(page).count()).toBe(0);
  }
  expect(dialogs).toEqual([]);
});

test.for([
  ['/airlines', 'website'],
  ['/train-stations', 'verification.evidence'],
])('%s rejects script URLs in %s', async ([resource = '', field = '']) => {
  const { call } = await product.apiAs('editor');
  const [outerField = '', innerField] = field.split('.');
  const { plain } = exampleBodies(resource);
  for (const address of [
    'javascript:ran()',
    'JavaScript:ran()//https://x',
    ' javascript:ran()',
    'java\nscript:ran()',
    'data:text/html,x',
    '//x/',
  ]) {
    const body = {
      ...plain,
      [outerField]: innerField ? { ...Object(plain[outerField]), [innerField]: address } : address,
    };
    await expect(call('POST', resource, body), address).rejects.toThrow(`"pointer":"/${field.replace('.', '/')}"`);
  }
});
