import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive, place } from './kit/journey.ts';
import { text } from './kit/kind.ts';
import { press } from './kit/screen.ts';

const product = aProduct();
const password = 'correct horse battery';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
const rule = (page: Page, name: string) =>
  page.getByRole('list', { name: '密码要求' }).getByRole('listitem').filter({ hasText: name });

async function userMenu(page: Page): Promise<void> {
  await press(page, /^账号菜单/);
}

test('somebody asks for an account, mends what is wrong, waits, and gets in once let in; a script in a name is text', async () => {
  const hostile = '<img src=x onerror="document.title=1">';
  const { page, foresee } = await product.open(null, '/login');
  foresee(/^422 POST \/dc\/api\/v1\/auth\/register$/, /^403 POST \/dc\/api\/v1\/auth\/login$/);
  await page.getByRole('link', { name: '申请开通' }).click();
  await arrive(page, /^\/register$/);
  await text(page, '用户名').fill('editor');
  await text(page, '姓名').fill(hostile);
  await text(page, '邮箱').fill('lin.wei');
  await text(page, '密码').fill('editor-2026');
  await rule(page, '至少 10 个字符').getByText('已满足').waitFor();
  await rule(page, '不含用户名、姓名或邮箱').getByText('尚未满足').waitFor();
  await press(page, '提交申请');
  await page.getByText('不能包含用户名、姓名或邮箱').waitFor();
  await page.getByText('请输入有效的邮箱地址').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await text(page, '邮箱').fill('lin.wei@gazetteer.example');
  await text(page, '密码').fill(password);
  await press(page, '提交申请');
  await page.getByText('已被使用').waitFor();
  await expect.poll(() => text(page, '姓名').inputValue()).toBe(hostile);
  await text(page, '用户名').fill('lin.wei');
  await page.keyboard.press('Enter');
  await heading(page, '申请已提交');
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: '返回登录' }).click();
  await text(page, '账号').fill('lin.wei');
  await text(page, '密码').fill(password);
  await press(page, '登录');
  await page.getByRole('main').getByText('账号尚未获准，请联系管理员').waitFor();
  const admin = await product.as('admin');
  const { items } = await admin.call('GET', '/users?page=1&pageSize=10&q=lin.wei');
  const { id, version } = items[0];
  await admin.call('POST', `/users/${id}/transitions`, { event: 'approve', roles: ['viewer'] }, version);
  await press(page, '登录');
  await arrive(page, /^\/$/);
  await userMenu(page);
  await page.getByText(hostile, { exact: true }).waitFor();
  expect(await page.title()).not.toBe('1');
});

test('an invitation says whom it is for, leaves no token in the address, signs in, and is spent then', async () => {
  const admin = await product.as('admin');
  await admin.call('POST', '/users', {
    ...{ username: 'chen.yu', displayName: '陈雨', email: 'chen.yu@gazetteer.example', roles: ['editor'] },
  });
  const link = await product.linkTo('chen.yu@gazetteer.example');
  const { page, foresee } = await product.open(null, link);
  foresee(/^422 POST \/dc\/api\/v1\/auth\/invitation$/);
  await heading(page, '接受邀请');
  expect(place(page)).toBe('/register?invite=');
  await expect.poll(() => text(page, '用户名').inputValue()).toBe('chen.yu');
  expect(await text(page, '邮箱').isEditable()).toBe(false);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await text(page, '密码').fill(password);
  await press(page, '设置密码并登录');
  await arrive(page, /^\/$/);
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();

  await page.goto(link);
  await heading(page, '你已登录为 陈雨');
  await press(page, '退出并继续');
  await heading(page, '链接已失效');
  expect(place(page)).toBe('/register?invite=');
  await page.reload();
  await heading(page, '请重新打开链接');
});

test('closed registration is not offered, and its page says so', { tags: ['slow'] }, async () => {
  const admin = await product.as('admin');
  const { settings, version } = await admin.call('GET', '/system-config');
  await admin.call('PUT', '/system-config', { ...settings, registration: false }, version);
  const { page } = await product.open(null, '/register');
  await heading(page, '未开放注册');
  await page.getByRole('link', { name: '返回登录' }).click();
  await page.getByRole('button', { name: /^editor/ }).waitFor();
  expect(await page.getByRole('link', { name: '申请开通' }).count()).toBe(0);
});

test('the one-time address makes the first administrator, once', async () => {
  // what a start without an administrator does, and prints
  const token = randomBytes(32).toString('base64url');
  await product.sql("DELETE FROM user_role WHERE role_id = (SELECT id FROM role WHERE name = 'admin')");
  await product.sql(
    `INSERT INTO one_time_token (hash, purpose, create_time, expire_time)
     VALUES (?, 'setup', NOW(3), NOW(3) + INTERVAL 1 DAY)`,
    [createHash('sha256').update(token).digest('hex')],
  );
  const { page } = await product.open(null, `/register?setup=${token}`);
  await heading(page, '建立首个管理员');
  expect(place(page)).toBe('/register?setup=');
  await text(page, '用户名').fill('first');
  await text(page, '姓名').fill('首任');
  await text(page, '邮箱').fill('first@gazetteer.example');
  await text(page, '密码').fill(password);
  await press(page, '建立账号并登录');
  await arrive(page, /^\/$/);
  await userMenu(page);
  await page.getByText('管理员', { exact: true }).waitFor();

  const second = await product.open(null, `/register?setup=${token}`);
  second.foresee(/^422 POST \/dc\/api\/v1\/auth\/register$/);
  await text(second.page, '用户名').fill('second');
  await text(second.page, '姓名').fill('次任');
  await text(second.page, '邮箱').fill('second@gazetteer.example');
  await text(second.page, '密码').fill(password);
  await press(second.page, '建立账号并登录');
  await heading(second.page, '链接已失效');
});
