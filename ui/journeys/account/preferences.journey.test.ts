import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { chooseTheme, clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const columnHeader = (page: Page, name: string) =>
  page.getByRole('grid').getByRole('columnheader', { name, exact: true });

/** What a page of a list shows of the preferences. */
const appearance = async (page: Page) => ({
  ...(await page.evaluate(() => ({
    theme: document.documentElement.dataset.theme ?? 'light',
    language: document.documentElement.lang,
    columns: [...document.querySelectorAll('[role=columnheader]')].map((header) => header.textContent).join(),
  }))),
  isCompact: await page.getByRole('radio', { name: /^(紧凑|Compact)$/ }).isChecked(),
});

async function hideColumn(page: Page, name: string): Promise<void> {
  await clickButton(page, /^列 /);
  await dialogNamed(page, '显示的列').getByRole('checkbox', { name }).click();
  await columnHeader(page, name).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
}

async function signOut(page: Page, menu: RegExp, item: string): Promise<void> {
  await clickButton(page, menu);
  await page.getByRole('menuitem', { name: item }).click();
  await waitForPath(page, /^\/login/);
}

test('theme, language, row height and columns follow the account to other devices and tabs, and to nobody else', async () => {
  const { page, context } = await product.open('editor', '/country');
  const { call } = await product.apiAs('editor');
  const savedPreferences = () => call('GET', '/profile/preferences');
  await columnHeader(page, '货币符号').waitFor();
  const initial = await appearance(page);
  expect(initial).toMatchObject({ theme: 'light', language: 'zh-CN', isCompact: false });
  await chooseTheme(page, '深色');
  await page.getByRole('radio', { name: '紧凑' }).click();
  await hideColumn(page, '货币符号');
  await expect.poll(savedPreferences).toMatchObject({
    theme: 'dark',
    language: null,
    lists: [{ list: 'country', density: 'compact', columns: expect.not.arrayContaining(['symbol']) }],
  });
  await clickButton(page, /^语言/);
  await page.getByText('在你的所有设备上生效').waitFor();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect.poll(savedPreferences).toMatchObject({ theme: 'dark', language: 'en' });

  const { page: otherDevice } = await product.open('editor', '/country');
  await columnHeader(otherDevice, 'Currency').waitFor();
  const { columns } = await appearance(page);
  await expect.poll(() => appearance(otherDevice)).toEqual({ theme: 'dark', language: 'en', isCompact: true, columns });
  expect(columns).not.toContain('Symbol');

  const otherTab = await context.newPage();
  await otherTab.goto('/country');
  await columnHeader(otherTab, 'Currency').waitFor();
  await page.getByRole('radio', { name: 'Comfortable' }).click();
  await expect.poll(() => appearance(otherTab)).toMatchObject({ theme: 'dark', isCompact: false });

  const { page: otherUser } = await product.open('viewer', '/country');
  await columnHeader(otherUser, '货币符号').waitFor();
  expect(await appearance(otherUser)).toEqual(initial);
});

test('the first page on a new device is in the theme and language of the account', { tags: ['slow'] }, async () => {
  const { page } = await product.open(null, '/login');
  const { call } = await product.apiAs('reviewer');
  await call('PUT', '/profile/preferences', { theme: 'dark', language: 'en' });
  // never answers
  await page.route('**/profile/preferences', () => {});
  await clickButton(page, /^reviewer/);
  await clickButton(page, '登录');
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('the next person at the same browser does not get the preferences of whoever signed out', {
  tags: ['slow'],
}, async () => {
  const { page, allowErrors } = await product.open('editor', '/country');
  // a page may read its list just when the session ends
  allowErrors(/^401 GET/);
  await columnHeader(page, '货币符号').waitFor();
  const initial = await appearance(page);
  await chooseTheme(page, '深色');
  await page.getByRole('radio', { name: '紧凑' }).click();
  await hideColumn(page, '货币符号');
  await clickButton(page, /^语言/);
  await page.getByRole('menuitem', { name: 'English' }).click();
  await signOut(page, /^Account menu/, 'Sign out');
  // the sign-in page keeps the theme and the language
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  await clickButton(page, /^viewer/);
  await clickButton(page, 'Sign in');
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  await page.goto('/country');
  await columnHeader(page, '货币符号').waitFor();
  expect(await appearance(page)).toEqual(initial);
  await signOut(page, /^账号菜单/, '退出登录');
  await clickButton(page, /^editor/);
  await clickButton(page, '登录');
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});

test('a choice made offline is kept, and saved when the browser is back online', { tags: ['slow'] }, async () => {
  const { page, context, allowErrors } = await product.open('editor', '/country');
  const { call } = await product.apiAs('editor');
  allowErrors(/^net::ERR_INTERNET_DISCONNECTED /);
  await columnHeader(page, '货币符号').waitFor();
  // loads the code of menus
  await chooseTheme(page, '浅色');
  await context.setOffline(true);
  const failure = page.waitForEvent('requestfailed', (request) => request.method() === 'PUT');
  await chooseTheme(page, '深色');
  await page.getByRole('radio', { name: '紧凑' }).click();
  await failure;
  await context.setOffline(false);
  await expect
    .poll(() => call('GET', '/profile/preferences'))
    .toMatchObject({ theme: 'dark', lists: [{ list: 'country', density: 'compact' }] });
});
