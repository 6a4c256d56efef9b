import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { password } from './kit/calls.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { text } from './kit/kind.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();

async function fromMenu(page: Page, name: string): Promise<void> {
  await press(page, /^账号菜单/);
  await page.getByRole('menuitem', { name }).click();
}

test('one’s own name changes at once; another e-mail address asks for the password', async () => {
  const { page, foresee } = await product.open('editor');
  foresee(/^422 PUT \/dc\/api\/v1\/profile$/);
  await fromMenu(page, '个人资料');
  const layer = dialog(page, '个人资料');
  await text(layer, '姓名').fill('林薇');
  await press(layer, '保存');
  await toast(page, '个人资料已更新').waitFor();
  await press(page, /^账号菜单/);
  await page.getByText('林薇', { exact: true }).waitFor();
  await page.getByRole('menuitem', { name: '个人资料' }).click();

  await text(layer, '邮箱').fill('lin.wei@gazetteer.example');
  await text(layer, '当前密码').fill('not-the-password');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(layer, '保存');
  await layer.getByText('密码不正确').waitFor();
  await expect.poll(() => text(layer, '邮箱').inputValue()).toBe('lin.wei@gazetteer.example');
  await text(layer, '当前密码').fill(password);
  await press(layer, '保存');
  await press(page, /^账号菜单/);
  await page.getByText('lin.wei@gazetteer.example').waitFor();
  expect((await (await product.as('editor')).call('GET', '/profile')).email).toBe('lin.wei@gazetteer.example');
});

test('another password: its rules as one types, the others signed out, this one not', async () => {
  const other = await product.open('reviewer', '/country');
  other.foresee(/^401 /);
  const { page, foresee } = await product.open('reviewer', '/country');
  foresee(/^422 PUT \/dc\/api\/v1\/profile\/password$/);
  await fromMenu(page, '修改密码');
  const layer = dialog(page, '修改密码');
  const kept = (rule: string) => layer.getByRole('listitem').filter({ hasText: rule }).getByText('已满足');
  await text(layer, '原密码').fill('not-the-password');
  await text(layer, '新密码').fill('correct horse battery');
  for (const rule of ['至少 10 个字符', '不含用户名', '不是常见', '与原密码不同']) await kept(rule).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await press(layer, '修改密码');
  await layer.getByText('密码不正确').waitFor();
  await text(layer, '原密码').fill(password);
  await press(layer, '修改密码');
  await toast(page, '密码已修改，其他设备已退出').waitFor();
  await press(page, /^启用/);
  await arrive(page, /status=active/);
  await press(other.page, /^启用/);
  await arrive(other.page, /^\/login/);
});

test('a session that is not one’s own can be ended from here', { tags: ['slow'] }, async () => {
  const stranger = await product.open('viewer', '/country');
  stranger.foresee(/^401 /);
  const { page } = await product.open('viewer', '/country');
  await fromMenu(page, '登录设备');
  const layer = dialog(page, '登录设备');
  await layer.getByText('本次登录').waitFor();
  await layer.getByRole('button', { name: /^结束/ }).first().click();
  await toast(page, '已结束该登录').waitFor();
  await press(stranger.page, /^启用/);
  await toast(stranger.page, '登录已过期，请重新登录').waitFor();
});
