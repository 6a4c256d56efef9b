import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { card, expectRefused, press, row, toast } from './kit/screen.ts';

const product = aProduct();
const kept = (page: Page) => page.evaluate(() => ({ ...localStorage }));
const banner = (page: Page) => page.getByRole('region', { name: '角色预览' });

/** From the list of roles, with a look at the editor's. */
async function beginPreview(page: Page): Promise<void> {
  const listed = page.getByRole('row').filter({ has: page.getByText('editor', { exact: true }) });
  await listed.getByRole('button', { name: /预览|眼光/ }).click();
  await banner(page).getByText('正在以「编辑」的眼光查看').waitFor();
}

test('a preview is this tab’s alone, shows what the role holds, writes nothing, and leads back', async () => {
  const { page, context } = await product.open('admin', '/users/role-list');
  const before = await kept(page);
  await beginPreview(page);
  await arrive(page, /^\/$/);
  expect(await kept(page)).toEqual(before);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  expect(await menu.getByRole('link', { name: '用户' }).count()).toBe(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto('/users/role-list');
  await arrive(page, /^\/403$/);
  await page.goto('/country?q=JP');
  await row(page, 'JP').click();
  await expectRefused(card(page).getByRole('button', { name: '编辑' }), page, '角色预览中不可用');
  await expectRefused(card(page).getByRole('button', { name: '停用' }), page, '需要权限 country:review');

  const other = await context.newPage();
  await other.goto('/users/role-list');
  await other.getByRole('grid').waitFor();
  expect(await banner(other).count()).toBe(0);

  await press(banner(page), '退出预览');
  await arrive(page, /^\/users\/role-list$/);
  await page.getByRole('grid').waitFor();
  expect(await banner(page).count()).toBe(0);
  expect(await kept(page)).toEqual(before);
  const open = 'SELECT id FROM session WHERE preview_role_id IS NOT NULL AND revoke_time IS NULL';
  await expect.poll(() => product.sql(open)).toEqual([]);
});

test('a preview that the server ends leaves the person signed in', { tags: ['slow'] }, async () => {
  const { page, foresee } = await product.open('admin', '/users/role-list');
  foresee(/^401 /);
  await beginPreview(page);
  await page.goto('/country');
  await page.getByRole('grid').waitFor();
  await product.sql('UPDATE session SET revoke_time = NOW(3) WHERE preview_role_id IS NOT NULL');
  // not waited for: what the page asks by itself may be refused first, and takes the button away
  void press(page, /^启用/).catch(() => undefined);
  await arrive(page, /^\/users\/role-list$/);
  await toast(page, '角色预览已结束').waitFor();
  await page.getByRole('button', { name: /^账号菜单.*admin/ }).waitFor();
});

test('signing out in another tab ends the preview too', { tags: ['slow'] }, async () => {
  const { page, context, allow } = await product.open('admin', '/users/role-list');
  // the preview ends its own session too, which may be gone by then
  allow(/^401 POST \S+\/auth\/logout$/);
  await beginPreview(page);
  const other = await context.newPage();
  await other.goto('/');
  await press(other, /^账号菜单/);
  await other.getByRole('menuitem', { name: '退出登录' }).click();
  await arrive(other, /^\/login$/);
  await arrive(page, /^\/login/);
});
