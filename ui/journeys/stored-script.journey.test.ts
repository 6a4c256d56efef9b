/** @module-tag slow */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { password } from './kit/calls.ts';
import { bodiesOf, script } from './kit/hostile.ts';
import { aProduct } from './kit/journey.ts';
import { kinds } from './kit/kind-places.ts';
import { wordsOf } from './kit/language.ts';
import { register } from './kit/users.ts';

const product = aProduct();
const word = wordsOf('zh-CN');
const ids: Record<string, number> = {};

async function fillKinds(): Promise<void> {
  const editor = await product.as('editor');
  const reviewer = await product.as('reviewer');
  for (const { key, resource } of kinds) {
    const { plain, hostile } = bodiesOf(resource);
    const { id, version } = (await editor.call('POST', resource, plain)).record;
    const { record } = await editor.call('PUT', `${resource}/${id}`, hostile, version);
    await reviewer.call('POST', `${resource}/${id}/transitions`, { event: 'reject', reason: script }, record.version);
    ids[key] = id;
  }
  const proposed = await editor.change('JP', { locales: bodiesOf('/countries').hostile.locales });
  ids.proposal = proposed.id;
}

async function fillPeople(): Promise<void> {
  const admin = await product.as('admin');
  const { email } = await admin.call('GET', '/profile');
  await admin.call('PUT', '/profile', { displayName: script, email });
  const role = { ...bodiesOf('/roles').hostile, name: 'hostile' };
  ids.role = (await admin.call('POST', '/roles', role)).record.id;
  const invited = { ...bodiesOf('/users').hostile, roles: ['hostile'] };
  ids.user = (await admin.call('POST', '/users', invited)).record.id;
  for (const name of ['waiting', 'refused']) await register(product.url, name, script);
  const { items } = await admin.call('GET', '/users?page=1&pageSize=10&q=refused');
  const refusal = { event: 'reject', reason: script };
  ids.refused = (await admin.call('POST', `/users/${items[0].id}/transitions`, refusal, items[0].version)).record.id;
  for (const [username, secret] of [
    ['admin', password],
    [script, 'wrong'],
  ])
    await fetch(`${product.url}/dc/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': script },
      body: JSON.stringify({ username, password: secret }),
    });
}

beforeAll(async () => {
  await fillKinds();
  await fillPeople();
});

interface Seen {
  path: string;
  where: (page: Page) => Locator;
  /** Opens what has no address. */
  open?: (page: Page) => Promise<unknown>;
  /** Stands there beside what was stored. */
  says?: string;
}

const beside = (page: Page) => page.getByRole('complementary');
const over = (page: Page) => page.getByRole('dialog');
const fields = (place: Locator) => place.locator('input, textarea');
const tableOf = (name: string) => (page: Page) => page.getByRole('grid', { name, exact: true });

const ofKind = ({ key, path, form }: (typeof kinds)[number]): Seen[] => {
  // the board shows what is newest unless it is asked for all
  const list = `${path}?status=rejected${key === 'rate_board' ? '&view=all' : ''}`;
  const record = `${list}&id=${ids[key]}&panel`;
  const editing = form
    ? { path: `${form}?id=${ids[key]}`, where: (page: Page) => fields(page.getByRole('main')) }
    : { path: `${record}=edit`, where: (page: Page) => fields(beside(page).or(over(page))) };
  return [
    { path: list, where: tableOf(word(`entity.${key}.many`)) },
    { path: `${record}=view`, where: beside },
    { path: `${record}=history`, where: beside, says: word('history.current') },
    editing,
    ...(form ? [{ path: `${record}=quick`, where: (page: Page) => fields(over(page)) }] : []),
  ];
};

const fromAccount = (key: string) => async (page: Page) => {
  await page.getByRole('button', { name: new RegExp(`^${word('top.account')}`) }).click();
  await page.getByRole('menuitem', { name: word(key) }).click();
};
const ofPeople = (): Seen[] => [
  { path: '/', where: (page) => page.getByRole('main') },
  { path: `/country?code=JP&id=${ids.proposal}&panel=view`, where: beside, says: word('proposal.title') },
  { path: '/users/user-list', where: tableOf('用户') },
  { path: `/users/user-list?id=${ids.refused}&panel=view`, where: beside },
  { path: `/users/user-list?id=${ids.user}&panel=edit`, where: (page) => fields(beside(page)) },
  { path: '/users/role-list', where: tableOf('角色') },
  { path: `/users/role-list?id=${ids.role}&panel=edit`, where: (page) => fields(page.getByRole('main')) },
  { path: '/users/permission-list', where: (page) => page.getByRole('main') },
  { path: '/users/user-log-list', where: tableOf('用户日志') },
  {
    path: '/users/user-log-list?act=signInFailed',
    open: (page) => tableOf('用户日志')(page).getByText(script).first().click(),
    where: beside,
  },
  {
    path: '/403',
    open: (page) => page.getByRole('button', { name: new RegExp(`^${word('top.account')}`) }).click(),
    where: (page) => page.getByRole('menu'),
  },
  { path: '/403', open: fromAccount('top.profile'), where: (page) => fields(over(page)) },
  { path: '/403', open: fromAccount('top.sessions'), where: (page) => over(page).locator('[title]') },
  {
    path: '/403',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('onerror');
    },
    where: (page) => page.getByRole('listbox'),
  },
];

/** Within the product, as a link in it does. */
const goTo = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

/** The words of a place, what its fields hold, and what it tells on hovering. */
const told = (place: Locator) =>
  place.evaluateAll((nodes) =>
    nodes
      .flatMap((node) => [Reflect.get(node, 'innerText'), Reflect.get(node, 'value'), node.getAttribute('title')])
      .join('\n'),
  );

/** What of it became more than text. */
const taken = (page: Page) =>
  page.evaluate(() => ({
    ran: Reflect.get(window, '__ran') ?? false,
    elements: [...document.querySelectorAll('[onerror], [onload], img[src="x"], script:not([src])')].map(
      ({ outerHTML }) => outerHTML,
    ),
    violations: Reflect.get(window, '__violations'),
  }));

test.for([
  ['records', () => kinds.filter(({ form }) => !form).flatMap(ofKind)],
  ['records with a page of their own', () => kinds.filter(({ form }) => form).flatMap(ofKind)],
  ['people and of what they do', ofPeople],
] as const)('a script in every text of %s is shown as text, wherever it is shown', async ([, places]) => {
  const { page, context } = await product.open('admin', '/403');
  const dialogs: string[] = [];
  page.on('dialog', (shown) => dialogs.push(shown.message()));
  await context.addInitScript(() => {
    const violations: string[] = [];
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
    Object.assign(window, { __violations: violations, ran: () => Object.assign(window, { __ran: true }) });
  });
  await page.reload();
  for (const { path, where, open, says = '' } of places()) {
    await goTo(page, path);
    await open?.(page);
    await expect.poll(() => told(where(page)), { message: path }).toContain('onerror="ran()"');
    await expect.poll(() => told(where(page)), { message: path }).toContain(says);
    expect([path, await taken(page)]).toEqual([path, { ran: false, elements: [], violations: [] }]);
    await page.keyboard.press('Escape');
    await expect.poll(() => over(page).count()).toBe(0);
  }
  expect(dialogs).toEqual([]);
});

test.for([
  ['/airlines', 'website'],
  ['/train-stations', 'verification.evidence'],
])('%s takes no script for an address at %s', async ([resource = '', field = '']) => {
  const { call } = await product.as('editor');
  const [outer = '', inner] = field.split('.');
  const { plain } = bodiesOf(resource);
  for (const address of [
    'javascript:ran()',
    'JavaScript:ran()//https://x',
    ' javascript:ran()',
    'java\nscript:ran()',
    'data:text/html,x',
    '//x/',
  ]) {
    const body = { ...plain, [outer]: inner ? { ...Object(plain[outer]), [inner]: address } : address };
    await expect(call('POST', resource, body), address).rejects.toThrow(`"pointer":"/${field.replace('.', '/')}"`);
  }
});
