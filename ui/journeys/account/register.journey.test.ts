import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { textField } from '../kit/page/form-controls.ts';
import { clickButton } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();
const validPassword = 'correct horse battery';

const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const passwordRule = (page: Page, name: string) =>
  page.getByRole('list', { name: '密码要求' }).getByRole('listitem').filter({ hasText: name });

async function openAccountMenu(page: Page): Promise<void> {
  await clickButton(page, /^账号菜单/);
}

test('a visitor corrects a registration and signs in after approval; a script in the name is shown as text', async () => {
  const nameWithScript = '<img src=x onerror="document.title=1">';
  const { page, expectErrors } = await product.open(null, '/login');
  expectErrors(/^422 POST \/dc\/api\/v1\/auth\/register$/, /^403 POST \/dc\/api\/v1\/auth\/login$/);
  await page.getByRole('link', { name: '申请开通' }).click();
  await waitForPath(page, /^\/register$/);
  await textField(page, '用户名').fill('editor');
  await textField(page, '姓名').fill(nameWithScript);
  await textField(page, '邮箱').fill('lin.wei');
  await textField(page, '密码').fill('editor-2026');
  await passwordRule(page, '至少 10 个字符').getByText('已满足').waitFor();
  await passwordRule(page, '不含用户名、姓名或邮箱').getByText('尚未满足').waitFor();
  await clickButton(page, '提交申请');
  await page.getByText('不能包含用户名、姓名或邮箱').waitFor();
  await page.getByText('请输入有效的邮箱地址').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await textField(page, '邮箱').fill('lin.wei@gazetteer.example');
  await textField(page, '密码').fill(validPassword);
  await clickButton(page, '提交申请');
  await page.getByText('已被使用').waitFor();
  await expect.poll(() => textField(page, '姓名').inputValue()).toBe(nameWithScript);
  await textField(page, '用户名').fill('lin.wei');
  await page.keyboard.press('Enter');
  await waitForHeading(page, '申请已提交');
  expect(await findAxeViolations(page)).toEqual([]);

  await page.getByRole('link', { name: '返回登录' }).click();
  await textField(page, '账号').fill('lin.wei');
  await textField(page, '密码').fill(validPassword);
  await clickButton(page, '登录');
  await page.getByRole('main').getByText('账号尚未获批准，请联系管理员').waitFor();
  const admin = await product.apiAs('admin');
  const { items } = await admin.call('GET', '/users?page=1&pageSize=10&q=lin.wei');
  const { id, version } = items[0];
  await admin.call('POST', `/users/${id}/transitions`, { event: 'approve', roles: ['viewer'] }, version);
  await clickButton(page, '登录');
  await waitForPath(page, /^\/$/);
  await openAccountMenu(page);
  await page.getByText(nameWithScript, { exact: true }).waitFor();
  expect(await page.title()).not.toBe('1');
});

test('an invitation fills in the user, hides its token from the URL, signs the user in, and works once', async () => {
  const admin = await product.apiAs('admin');
  await admin.call('POST', '/users', {
    username: 'chen.yu',
    displayName: '陈雨',
    email: 'chen.yu@gazetteer.example',
    roles: ['editor'],
  });
  const link = await product.emailedLink('chen.yu@gazetteer.example');
  const { page, expectErrors } = await product.open(null, link);
  expectErrors(/^422 POST \/dc\/api\/v1\/auth\/invitation$/);
  await waitForHeading(page, '接受邀请');
  expect(pathOf(page)).toBe('/register?invite=');
  await expect.poll(() => textField(page, '用户名').inputValue()).toBe('chen.yu');
  expect(await textField(page, '邮箱').isEditable()).toBe(false);
  expect(await findAxeViolations(page)).toEqual([]);
  await textField(page, '密码').fill(validPassword);
  await clickButton(page, '设置密码并登录');
  await waitForPath(page, /^\/$/);
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();

  await page.goto(link);
  await waitForHeading(page, '你已登录（陈雨）');
  await clickButton(page, '退出并继续');
  await waitForHeading(page, '链接已失效');
  expect(pathOf(page)).toBe('/register?invite=');
  await page.reload();
  await waitForHeading(page, '请重新打开链接');
});

test('if registration is closed, the login page does not offer it and /register says so', {
  tags: ['slow'],
}, async () => {
  const admin = await product.apiAs('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, registration: false }, version);
  const { page } = await product.open(null, '/register');
  await waitForHeading(page, '未开放注册');
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('button', { name: /^editor/ }).waitFor();
  expect(await page.getByRole('link', { name: '申请开通' }).count()).toBe(0);
});

test('the setup link creates the first administrator and works once', async () => {
  // The server stores such a token and prints its link when it starts without an administrator.
  const token = randomBytes(32).toString('base64url');
  await product.sql("DELETE FROM user_role WHERE role_id = (SELECT id FROM role WHERE name = 'admin')");
  await product.sql(
    `INSERT INTO one_time_token (hash, purpose, create_time, expire_time)
     VALUES (?, 'setup', NOW(3), NOW(3) + INTERVAL 1 DAY)`,
    [createHash('sha256').update(token).digest('hex')],
  );
  const { page } = await product.open(null, `/register?setup=${token}`);
  await waitForHeading(page, '创建首个管理员');
  expect(pathOf(page)).toBe('/register?setup=');
  await textField(page, '用户名').fill('first');
  await textField(page, '姓名').fill('首任');
  await textField(page, '邮箱').fill('first@gazetteer.example');
  await textField(page, '密码').fill(validPassword);
  await clickButton(page, '创建账号并登录');
  await waitForPath(page, /^\/$/);
  await openAccountMenu(page);
  await page.getByText('管理员', { exact: true }).waitFor();

  const secondVisitor = await product.open(null, `/register?setup=${token}`);
  secondVisitor.expectErrors(/^422 POST \/dc\/api\/v1\/auth\/register$/);
  await textField(secondVisitor.page, '用户名').fill('second');
  await textField(secondVisitor.page, '姓名').fill('次任');
  await textField(secondVisitor.page, '邮箱').fill('second@gazetteer.example');
  await textField(secondVisitor.page, '密码').fill(validPassword);
  await clickButton(secondVisitor.page, '创建账号并登录');
  await waitForHeading(secondVisitor.page, '链接已失效');
});
