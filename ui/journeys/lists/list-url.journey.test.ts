import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { enums } from '#api/metadata.gen.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryGrid, countryRow, countryRows } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const searchBox = (page: Page) => page.getByRole('searchbox', { name: '在列表中搜索' });
const firstCode = (page: Page) => countryRows(page).first().locator('td').nth(1).textContent();
const waitForText = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('the search finds a record by code, Chinese name, pinyin, pinyin initials and English name', async () => {
  const { page } = await product.open('viewer', '/country');
  await waitForText(page, '第 1–20 条，共 250 条');
  for (const typed of ['CN', '中国', 'zhongguo', 'zg', 'china']) {
    await searchBox(page).fill(typed);
    await waitForPath(page, new RegExp(`q=${typed}`));
    await expect.poll(() => firstCode(page), { message: typed }).toBe('CN');
  }
});

test('filters are part of the URL, survive a reload, and are undone by the back button', async () => {
  const { page } = await product.open('viewer', '/country');
  const filters = dialogNamed(page, '添加筛选条件');
  const filter = async (name: string) => {
    await filters.waitFor({ state: 'detached' });
    await clickButton(page, '筛选');
    await filters.getByRole('button', { name }).click();
  };
  await filter('大洲');
  await clickButton(filters, /亚洲/);
  await waitForPath(page, /continent=AS/);
  await filter('名称');
  await filters.getByRole('textbox', { name: '名称' }).fill('朝');
  await clickButton(filters, '确定');
  await waitForPath(page, /name=朝/);
  await countryRow(page, 'KP').waitFor();
  await expect.poll(() => countryRows(page).count()).toBe(1);
  await clickButton(page, '移除 名称');
  await clickButton(countryGrid(page), /^名称/);
  await waitForPath(page, /sort=name/);
  await clickButton(countryGrid(page), /^名称/);
  await waitForPath(page, /sort=-name/);
  await expect
    .poll(() => countryGrid(page).getByRole('columnheader', { name: /^名称/ }).getAttribute('aria-sort'))
    .toBe('descending');
  await clickButton(page, /^启用/);
  await waitForPath(page, /status=active/);
  await page.getByRole('radio', { name: '10', exact: true }).click();
  await waitForPath(page, /pageSize=10/);
  await expect.poll(() => countryRows(page).count()).toBe(10);
  await page.getByRole('navigation', { name: '分页' }).getByRole('button', { name: '2', exact: true }).click();
  await waitForPath(page, /page=2/);

  const readPage = async () => {
    await page.getByText(/^第 11–20 条/).waitFor();
    await expect.poll(() => countryGrid(page).getAttribute('aria-busy')).toBeNull();
    await expect.poll(() => countryRows(page).count()).toBe(10);
    return { address: page.url(), first: await firstCode(page) };
  };
  const pageBeforeReload = await readPage();
  await page.reload();
  expect(await readPage()).toEqual(pageBeforeReload);
  await expect.poll(() => page.getByRole('button', { name: /^启用/ }).getAttribute('aria-pressed')).toBe('true');

  await page.goBack();
  await page.getByText(/^第 1–10 条/).waitFor();
  await page.goBack();
  await waitForPath(page, /^(?!.*pageSize).*status=active/);
  await page.goBack();
  await waitForPath(page, /^(?!.*status).*sort=-name/);

  const openFromMenu = (name: RegExp) =>
    page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }).click();
  await openFromMenu(/^城市/);
  await waitForPath(page, /^\/city$/);
  await openFromMenu(/^国家/);
  await waitForPath(page, /^\/country\?(?=.*continent=AS)(?=.*sort=-name)/);
  await openFromMenu(/^国家/);
  await waitForPath(page, /^\/country$/);
});

test('a page shows 10, 20, 50 or 100 records', async () => {
  const { page } = await product.open('viewer', '/country');
  await expect.poll(() => countryRows(page).count()).toBe(20);
  const sizes = page.getByRole('radiogroup', { name: '每页' });
  await expect.poll(() => sizes.locator('label').allTextContents()).toEqual(['10', '20', '50', '100']);
  expect(await sizes.getByRole('radio').count()).toBe(4);
  for (const size of [50, 100, 10]) {
    await sizes.getByRole('radio', { name: String(size), exact: true }).click();
    await waitForPath(page, new RegExp(`pageSize=${size}$`));
    await expect.poll(() => countryRows(page).count()).toBe(size);
  }
});

test('the URL stores the columns, and local storage the row height', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country');
  const header = (name: string) => countryGrid(page).getByRole('columnheader', { name, exact: true });
  await header('货币符号').waitFor();
  const height = async () => (await countryRows(page).first().boundingBox())?.height ?? 0;
  await countryRows(page).first().waitFor();
  const comfortableHeight = await height();
  await clickButton(page, /^列 /);
  const columnChooser = dialogNamed(page, '显示的列');
  // The checkboxes reflect the URL, so each change must be in the URL before the next one.
  await columnChooser.getByRole('checkbox', { name: '货币符号' }).click();
  await header('货币符号').waitFor({ state: 'detached' });
  await columnChooser.getByRole('checkbox', { name: '创建人' }).click();
  await waitForPath(page, /cols=[\w,]*createdBy/);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: '紧凑' }).click();
  await expect.poll(height).toBeLessThan(comfortableHeight);
  const compactHeight = await height();

  await page.reload();
  await header('创建人').waitFor();
  expect(await header('货币符号').count()).toBe(0);
  await expect.poll(height).toBe(compactHeight);
  await page.goto('/country');
  await header('创建人').waitFor();
  await clickButton(page, /^列 /);
  await clickButton(columnChooser, '重置');
  await header('货币符号').waitFor();
});

test('invalid and unknown search parameters are removed from the URL, and every list still opens', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin');
  const permissionCount = enums.PermissionName.length;
  const lastPermissionsPage = Math.ceil(permissionCount / 20);
  const lastPermissions = new RegExp(`^第 ${lastPermissionsPage * 20 - 19}–${permissionCount} 条`);
  const addresses: [string, RegExp, RegExp?][] = [
    ['/country?page=999&utm_source=mail', /^\/country\?page=13$/, /^第 241–250 条，共 250 条/],
    ['/Country/?pageSize=15&cols=gone', /^\/country\?cols=gone$/, /^第 1–20 条，共 250 条/],
    ['/city?status=gone&sort=gone&continent=gone&code=TOOLONGACODE', /^\/city\?code=TOOLONGA$/],
    ['/users/user-list?page=7&role=viewer&lastSeen=gone', /^\/users\/user-list\?role=viewer$/, /共 1 条/],
    ['/users/role-list?pageSize=7&page=2', /^\/users\/role-list$/, /共 4 条/],
    [
      '/users/permission-list?page=99&x=1',
      new RegExp(`^/users/permission-list\\?page=${lastPermissionsPage}$`),
      lastPermissions,
    ],
    ['/data-subscriber?page=2&state=gone', /^\/data-subscriber$/],
    ['/data-logs?cursor=99999999999999999999&from=2026-02-31', /^\/data-logs$/, /^第 1–20 条/],
    ['/users/user-log-list?act=gone&pageSize=15', /^\/users\/user-log-list$/, /^第 1–\d+ 条/],
    ['/task-status?kind=gone&utm_source=mail', /^\/task-status$/],
    ['/imports?pageSize=15&kind=gone', /^\/imports$/],
  ];
  for (const [requestedPath, address, text] of addresses) {
    await page.goto(requestedPath);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitForPath(page, address);
    if (text) await page.getByText(text).first().waitFor();
    await page.getByRole('grid').waitFor();
    const failures = await page.getByRole('alert').allTextContents();
    expect(failures.filter(Boolean), requestedPath).toEqual([]);
  }
});
