import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  countryCheckbox,
  countryCombobox,
  countryGrid,
  countryRow,
  countryRows,
} from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('an empty list says so and offers to clear the filters', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country?q=zzzzzz&status=rejected');
  await page.getByRole('heading', { name: '没有符合条件的国家/地区' }).waitFor();
  await clickButton(page, '去掉状态条件');
  await waitForPath(page, /^\/country\?q=zzzzzz$/);
  await clickButton(page, '清除全部');
  await waitForPath(page, /^\/country$/);
  await expect.poll(() => countryRows(page).count()).toBe(20);
});

test('a list that cannot be loaded shows the reason, and loads after a retry', { tags: ['slow'] }, async () => {
  const { page, expectErrors } = await product.open('viewer', '/');
  expectErrors(/^500 GET \/dc\/api\/v1\/countries$/, /ERR_TIMED_OUT GET \/dc\/api\/v1\/countries$/);
  let serverBehaviour: 'fail' | 'abort' | 'continue' = 'fail';
  await page.route('**/dc/api/v1/countries?*', (route) => {
    if (serverBehaviour === 'continue') return route.continue();
    if (serverBehaviour === 'abort') return route.abort('timedout');
    const data = { key: 'serverError', traceId: '0123456789abcdef' };
    return route.fulfill({ status: 500, json: { code: 500, message: '服务器出错', data } });
  });
  await page.goto('/country?q=CN');
  const failure = page.getByRole('main').getByRole('alert');
  await failure.getByRole('heading', { name: '无法加载列表：服务器出错' }).waitFor();
  await failure.getByText('0123456789abcdef').waitFor();
  serverBehaviour = 'abort';
  await clickButton(failure, '重试');
  await failure.getByRole('heading', { name: '无法加载列表：网络请求失败' }).waitFor();
  serverBehaviour = 'continue';
  await clickButton(failure, '重试');
  await countryRow(page, 'CN').waitFor();
  await waitForPath(page, /^\/country\?q=CN$/);
});

test('records can be selected by keyboard, and a bulk action lists the records that were refused', async () => {
  const { page } = await product.open('reviewer', '/country?sort=code');
  await countryCheckbox(page, 'AD').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const selectionBar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await selectionBar.getByText('已选 3 条').waitFor();
  await expect.poll(() => countryGrid(page).locator('tr[aria-selected="true"]').count()).toBe(3);
  await expect
    .poll(() => selectionBar.getByRole('button', { name: /^通过/ }).getAttribute('aria-disabled'))
    .toBe('true');

  await (await product.apiAs('admin')).transition('AE', 'deactivate');
  await clickButton(selectionBar, '停用 3');
  await clickButton(dialogNamed(page, '停用 3 条记录？'), '停用');
  await toast(page, /：2 条已.+，1 条未完成$/).waitFor();
  const outcomeDialog = dialogNamed(page, '1 条未完成');
  await expect
    .poll(() => outcomeDialog.getByRole('listitem').allTextContents())
    .toEqual([expect.stringMatching(/^AE阿.*已被他人更新/)]);
  await outcomeDialog.getByRole('button', { name: '关闭' }).last().click();
  await outcomeDialog.waitFor({ state: 'detached' });
  await countryRow(page, 'AD').getByText('停用').waitFor();
  await selectionBar.getByText('已选 1 条').waitFor();
  await page.keyboard.press('Escape');
  await selectionBar.waitFor({ state: 'hidden' });
});

test('each of hundreds of options can be reached without typing, in a field and in a filter', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/country?panel=new');
  const options = page.getByRole('option');
  await countryCombobox(page, '货币').click();
  await options.first().waitFor();
  await countryCombobox(page, '货币').click();
  const count = Number(await options.first().getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(250);
  await countryCombobox(page, '货币').press('End');
  await page.locator(`[role="option"][aria-posinset="${count}"]`).waitFor();
  expect(await options.count()).toBeLessThan(60);
  const lastCode = (await options.last().innerText()).split('\n')[0] ?? '';
  await countryCombobox(page, '货币').press('Enter');
  expect(lastCode).toMatch(/^[A-Z]{3}$/);

  await page.goto('/country');
  await clickButton(page, '筛选');
  const menu = dialogNamed(page, '添加筛选条件');
  await clickButton(menu, '货币');
  const filterOptions = menu.getByRole('listitem').getByRole('button');
  await filterOptions.first().waitFor();
  expect(await filterOptions.count()).toBeLessThan(60);
  const lastOption = menu.getByRole('button', { name: new RegExp(`^${lastCode}`) });
  await filterOptions.first().focus();
  for (let presses = 0; presses < count && !(await lastOption.isVisible()); presses += 10)
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowDown');
  await lastOption.click();
  await waitForPath(page, new RegExp(`^/country\\?currency=${lastCode}$`));
});
