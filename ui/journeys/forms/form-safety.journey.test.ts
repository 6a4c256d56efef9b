import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { interceptRequests } from '../kit/intercept.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryField, countryForm, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a form loads the user’s own proposal, offers a retry if that fails, and saves changes to it', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.change('JP', { symbol: '円' });
  const { page, expectErrors } = await product.open('editor', '/country');
  expectErrors(/^500 GET \/dc\/api\/v1\/countries\/\d+\/proposal$/);
  await page.route('**/proposal', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.goto(`/country?id=${id}&panel=edit`);
  await clickButton(countryForm(page), '重试');
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('円');
  await countryField(page, '名称').fill('日本国');
  await saveCountry(page);
  await toast(page, /^已提交审核：/).waitFor();
  const { proposal } = await editor.call('GET', `/countries/${id}/proposal`);
  expect(proposal.after).toMatchObject({ name: '日本国', symbol: '円' });
});

test('the effect of a role change includes edits made while the effect was loading', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/users/role-list');
  await page.getByRole('row', { name: /^viewer/ }).click();
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('查看城市').uncheck();
  await interceptRequests(
    page,
    '**/effect',
    async (route) => {
      await box('查看舱位').uncheck();
      await route.continue();
    },
    { times: 1 },
  );
  await page.keyboard.press('Control+s');
  const effectDialog = dialogNamed(page, /^保存对“.*”的修改？$/);
  await expect
    .poll(() => effectDialog.getByText(/(city|cabin):read/).allTextContents())
    .toEqual(['city:read', 'cabin:read']);
});

test('row actions are disabled once the user loses the permission', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  await editor.call('POST', '/imports', { entity: 'cabin', filename: 'cabins.csv', bytes: 9 });
  const { page } = await product.open('editor', '/imports');
  const discard = page.getByRole('row').filter({ hasText: 'cabins.csv' }).getByRole('button', { name: /^丢弃/ });
  await discard.waitFor();
  await page.evaluate(() => {
    const newValue = (localStorage.getItem('user-info') ?? '').replace('cabin:import', 'cabin:none');
    localStorage.setItem('user-info', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'user-info', newValue, storageArea: localStorage }));
  });
  await expect.poll(() => discard.getAttribute('title')).toBe('需要“导入舱位”权限');
});

test('a draft is offered only after sign-in', {
  tags: ['slow'],
}, async () => {
  const { id } = await (await product.apiAs('viewer')).find('FR');
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  await countryField(page, '名称').fill('法兰西');
  await countryForm(page)
    .getByText(/^草稿已存于本机/)
    .waitFor();
  await page.evaluate(() => localStorage.removeItem('token'));
  await page.goto('/login');
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
  expect(await page.getByText('法兰西').count()).toBe(0);
  await clickButton(page, /^editor/);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/$/);
  await page.getByText('你有一份未保存的草稿：').waitFor();
});

test('if the first texts cannot be loaded, the page says so in both languages and offers a reload', async () => {
  const { page, expectErrors } = await product.open(null, '/login', { fresh: true });
  expectErrors(/^net::ERR_FAILED GET \/assets\/core/);
  expectErrors(/^net::ERR_FAILED HEAD \/login/);
  const alertText = page.getByRole('alert').getByText('This page could not be loaded.');
  await page.route('**/core-*', (route) => route.abort());
  // without an answer of the server, the page is not reloaded by itself
  const isHead = (route: Route) => route.request().method() === 'HEAD';
  await page.route('**/login', (route) => (isHead(route) ? route.abort() : route.fallback()));
  await page.reload();
  await alertText.waitFor();
  await page.unroute('**/login');
  await page.reload();
  await alertText.waitFor();
  await page.unroute('**/core-*');
  await clickButton(page, '重新加载 / Reload');
  await page.getByRole('button', { name: '登录', exact: true }).waitFor();
});

test('an error links to its field even if two fields have similar labels', { tags: ['slow'] }, async () => {
  const { id } = await (await product.apiAs('viewer')).find('DE');
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  await countryField(page, '简体中文').fill('德'.repeat(1000));
  await countryField(page, '名称').fill('');
  await saveCountry(page);
  await clickButton(countryForm(page), /^名称（简体中文）/);
  await expect.poll(() => countryField(page, '简体中文').evaluate((box) => box === document.activeElement)).toBe(true);
});
