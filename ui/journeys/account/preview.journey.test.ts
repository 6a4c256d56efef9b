import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCard, countryRow } from '../kit/page/country-locators.ts';
import { clickButton, expectDisabledWithReason, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();
const localStorageOf = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const banner = (page: Page) => page.getByRole('region', { name: '角色预览' });

/** Starts a preview of the editor role from the list of roles. */
async function startPreview(page: Page): Promise<void> {
  const roleRow = page.getByRole('row').filter({ has: page.getByText('editor', { exact: true }) });
  await roleRow.getByRole('button', { name: /预览|眼光/ }).click();
  await banner(page).getByText('正在以角色“编辑”预览').waitFor();
}

test('a preview affects only its tab, shows what the role may see, is read-only, and can be ended', {
  tags: ['slow'],
}, async () => {
  const { page, context } = await product.open('admin', '/users/role-list');
  const storageBefore = await localStorageOf(page);
  await startPreview(page);
  await waitForPath(page, /^\/$/);
  expect(await localStorageOf(page)).toEqual(storageBefore);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect(await menu.getByRole('link', { name: '用户' }).count()).toBe(0);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.goto('/users/role-list');
  await waitForPath(page, /^\/403$/);
  await page.goto('/country?q=JP');
  await countryRow(page, 'JP').click();
  await expectDisabledWithReason(countryCard(page).getByRole('button', { name: '编辑' }), page, '角色预览中不可用');
  await expectDisabledWithReason(
    countryCard(page).getByRole('button', { name: '停用' }),
    page,
    '需要“审核、启用和停用国家/地区”权限',
  );

  const otherTab = await context.newPage();
  await otherTab.goto('/users/role-list');
  await otherTab.getByRole('grid').waitFor();
  expect(await banner(otherTab).count()).toBe(0);

  await clickButton(banner(page), '退出预览');
  await waitForPath(page, /^\/users\/role-list$/);
  await page.getByRole('grid').waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await localStorageOf(page)).toEqual(storageBefore);
  const openPreviewsQuery = 'SELECT id FROM session WHERE preview_role_id IS NOT NULL AND revoke_time IS NULL';
  await expect.poll(() => product.sql(openPreviewsQuery)).toEqual([]);
});

test('a preview that the server ends leaves the user signed in', { tags: ['slow'] }, async () => {
  const { page, expectErrors } = await product.open('admin', '/users/role-list');
  expectErrors(/^401 /);
  await startPreview(page);
  await page.goto('/country');
  await page.getByRole('grid').waitFor();
  await product.sql('UPDATE session SET revoke_time = NOW(3) WHERE preview_role_id IS NOT NULL');
  // The click may fail, because a background request can be refused first and close the preview.
  void clickButton(page, /^启用/).catch(() => undefined);
  await waitForPath(page, /^\/users\/role-list$/);
  await toast(page, '角色预览已结束').waitFor();
  await page.getByRole('button', { name: /^账号菜单.*admin/ }).waitFor();
});

test('signing out in another tab ends the preview too', { tags: ['slow'] }, async () => {
  const { page, context, allowErrors } = await product.open('admin', '/users/role-list');
  // The preview signs out its own session too, which may already be gone.
  allowErrors(/^401 POST \S+\/auth\/logout$/);
  await startPreview(page);
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await clickButton(otherTab, /^账号菜单/);
  await otherTab.getByRole('menuitem', { name: '退出登录' }).click();
  await waitForPath(otherTab, /^\/login$/);
  await waitForPath(page, /^\/login/);
});
