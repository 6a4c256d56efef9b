import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '../kit/api-client.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { textField } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

async function openFromAccountMenu(page: Page, name: string): Promise<void> {
  await clickButton(page, /^账号菜单/);
  await page.getByRole('menuitem', { name }).click();
}

test('a new display name applies at once, and a new e-mail address requires the password', {
  tags: ['slow'],
}, async () => {
  const { page, expectErrors } = await product.open('editor');
  expectErrors(/^422 PUT \/dc\/api\/v1\/profile$/);
  await openFromAccountMenu(page, '个人资料');
  const layer = dialogNamed(page, '个人资料');
  await textField(layer, '姓名').fill('林薇');
  await clickButton(layer, '保存');
  await toast(page, '个人资料已更新').waitFor();
  await clickButton(page, /^账号菜单/);
  await page.getByText('林薇', { exact: true }).waitFor();
  await page.getByRole('menuitem', { name: '个人资料' }).click();

  await textField(layer, '邮箱').fill('lin.wei@gazetteer.example');
  await textField(layer, '当前密码').fill('not-the-password');
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(layer, '保存');
  await layer.getByText('密码不正确').waitFor();
  await expect.poll(() => textField(layer, '邮箱').inputValue()).toBe('lin.wei@gazetteer.example');
  await textField(layer, '当前密码').fill(demoPassword);
  await clickButton(layer, '保存');
  await clickButton(page, /^账号菜单/);
  await page.getByText('lin.wei@gazetteer.example').waitFor();
  expect((await (await product.apiAs('editor')).call('GET', '/profile')).email).toBe('lin.wei@gazetteer.example');
});

test('changing the password shows its rules while typing and ends all other sessions', async () => {
  const otherWindow = await product.open('reviewer', '/country');
  otherWindow.expectErrors(/^401 /);
  const { page, expectErrors } = await product.open('reviewer', '/country');
  expectErrors(/^422 PUT \/dc\/api\/v1\/profile\/password$/);
  await openFromAccountMenu(page, '修改密码');
  const layer = dialogNamed(page, '修改密码');
  const satisfiedRule = (rule: string) => layer.getByRole('listitem').filter({ hasText: rule }).getByText('已满足');
  await textField(layer, '当前密码').fill('not-the-password');
  await textField(layer, '新密码').fill('correct horse battery');
  for (const rule of ['至少 10 个字符', '不含用户名', '不是常见', '与当前密码不同'])
    await satisfiedRule(rule).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await clickButton(layer, '修改密码');
  await layer.getByText('密码不正确').waitFor();
  await textField(layer, '当前密码').fill(demoPassword);
  await clickButton(layer, '修改密码');
  await toast(page, '密码已修改，其他设备已退出').waitFor();
  await clickButton(page, /^启用/);
  await waitForPath(page, /status=active/);
  await clickButton(otherWindow.page, /^启用/);
  await waitForPath(otherWindow.page, /^\/login/);
});

test('one session or all other sessions of the same user can be ended from the device list', {
  tags: ['slow'],
}, async () => {
  const otherWindow = await product.open('viewer', '/country');
  otherWindow.expectErrors(/^401 /);
  const { page } = await product.open('viewer', '/country');
  await openFromAccountMenu(page, '登录设备');
  const layer = dialogNamed(page, '登录设备');
  await layer.getByText('本次登录').waitFor();
  await layer.getByRole('button', { name: /^退出/ }).first().click();
  await toast(page, /^已让 .* 退出登录$/).waitFor();
  await clickButton(otherWindow.page, /^启用/);
  await toast(otherWindow.page, '登录已过期，请重新登录').waitFor();

  const endOthersButton = layer.getByRole('button', { name: '退出其他设备' });
  expect(await endOthersButton.count()).toBe(0);
  const thirdWindow = await product.open('viewer', '/country');
  thirdWindow.allowErrors(/^401 /);
  await page.keyboard.press('Escape');
  await openFromAccountMenu(page, '登录设备');
  await endOthersButton.click();
  await toast(page, '其他设备已全部退出').waitFor();
  await endOthersButton.waitFor({ state: 'detached' });
  expect(await layer.getByRole('listitem').count()).toBe(1);
});
