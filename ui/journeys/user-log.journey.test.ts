import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive, place } from './kit/journey.ts';
import { dialog, expectRefused, press } from './kit/screen.ts';

const product = aProduct();

const table = (page: Page) => page.getByRole('grid', { name: '用户日志' });
const entry = (page: Page, text: string | RegExp) => table(page).getByRole('row').filter({ hasText: text });
const entries = (page: Page) => table(page).locator('tbody tr');
const card = (page: Page) => page.getByRole('complementary', { name: '日志详情' });
const steps = (page: Page) => page.getByRole('navigation', { name: '分页' });

/** As somebody at another address would have tried. */
const failures = (count: number, address: string, day = '2026-01-15') =>
  product.sql(
    `INSERT INTO user_log (time, act, user_id, username, details, address, client)
     SELECT ADDDATE(?, INTERVAL n SECOND), 'signInFailed', NULL, CONCAT('guess-', n), ?, ?, 'curl/8.5.0'
     FROM (WITH RECURSIVE upTo AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM upTo WHERE n < ?) SELECT n FROM upTo) AS numbers`,
    [`${day} 12:00:00`, JSON.stringify({ key: 'invalidCredentials' }), address, count],
  );

async function filter(page: Page, name: string): Promise<void> {
  await press(page, '筛选');
  await dialog(page, '添加筛选条件').getByRole('button', { name, exact: true }).click();
}

test('a failed sign-in shows up, is found by its act, and tells all it knows beside the table', async () => {
  const stranger = await product.open(null, '/login');
  stranger.foresee(/^422 POST \/dc\/api\/v1\/auth\/login$/);
  await stranger.page.getByRole('textbox', { name: '账号', exact: true }).fill('editor');
  await stranger.page.getByRole('textbox', { name: '密码', exact: true }).fill('not my password');
  await press(stranger.page, '登录');
  await stranger.page.getByRole('alert').first().waitFor();

  const { page } = await product.open('admin', '/users/user-log-list');
  await entry(page, '登录失败').getByText('账号或密码不正确').waitFor();
  await filter(page, '事件');
  await dialog(page, '添加筛选条件').getByRole('searchbox').fill('登录失败');
  await dialog(page, '添加筛选条件').getByRole('button', { name: '登录失败' }).click();
  await arrive(page, /act=signInFailed/);
  await expect.poll(() => entries(page).count()).toBe(1);
  await entry(page, 'editor').click();
  await card(page).getByText('登录时输入').waitFor();
  await card(page).getByText('127.0.0.1').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await press(page, '移除 事件');
  await press(page, '刷新');
  await expect.poll(() => entries(page).count()).toBeGreaterThan(1);
});

test('pages follow one another by cursor, keep their place through a reload, and go back', {
  tags: ['slow'],
}, async () => {
  await failures(25, '203.0.113.7');
  const { page } = await product.open('admin', '/users/user-log-list?address=203.0.113.7&pageSize=10');
  const shown = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await shown('第 1–10 条，共 25 条');
  await entry(page, 'guess-25').waitFor();
  await press(steps(page), '下一页');
  await shown('第 11–20 条，共 25 条');
  await entry(page, 'guess-15').waitFor();
  await press(steps(page), '下一页');
  await shown('第 21–25 条，共 25 条');
  await expect
    .poll(() => steps(page).getByRole('button', { name: '下一页' }).getAttribute('aria-disabled'))
    .toBe('true');
  await page.reload();
  await shown('第 21–25 条，共 25 条');
  await press(steps(page), '上一页');
  await shown('第 11–20 条，共 25 条');

  // by a link nobody knows how many came before, but the way back to the newest is there
  const { page: other } = await product.open('admin', place(page));
  await other.getByText('共 25 条', { exact: true }).waitFor();
  await press(steps(other), '上一页');
  await other.getByText('第 1–10 条，共 25 条', { exact: true }).waitFor();
});

test('days are those of whoever reads, and what they let through is exported as it is shown', {
  tags: ['slow'],
}, async () => {
  await failures(3, '203.0.113.8', '2026-02-10');
  // noon in UTC is the evening of that day in Shanghai, and the day after begins at 16:00
  await product.sql(
    `INSERT INTO user_log (time, act, username, address, client)
     VALUES ('2026-02-10 16:00:01', 'signOut', 'late', '203.0.113.8', 'curl/8.5.0')`,
  );
  const { page } = await product.open('admin', '/users/user-log-list?address=203.0.113.8', {
    timezoneId: 'Asia/Shanghai',
  });
  await expect.poll(() => entries(page).count()).toBe(4);
  await filter(page, '时间');
  const day = dialog(page, '添加筛选条件');
  for (const end of ['从', '到']) {
    await day.getByRole('group', { name: end }).getByRole('spinbutton').first().click();
    await page.keyboard.type('20260210');
  }
  await press(day, '确定');
  await arrive(page, /from=2026-02-10&to=2026-02-10/);
  await expect.poll(() => entries(page).count()).toBe(3);

  await press(page, '导出');
  await page.getByText('导出当前筛选的 3 条').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(file.suggestedFilename()).toBe('user-log.csv');
  expect(lines).toHaveLength(4);
  expect(lines.slice(1).every((line) => line.includes('203.0.113.8') && line.includes('guess-'))).toBe(true);
});

test('who may not read the log is told so, and who may not export it finds the reason at the button', async () => {
  const { page: refused } = await product.open('viewer', '/users/user-log-list');
  await arrive(refused, /^\/403$/);
  expect(await refused.getByRole('link', { name: '用户日志' }).count()).toBe(0);

  await product.sql(
    "INSERT INTO role_permission (role_id, permission) SELECT id, 'user_log:read' FROM role WHERE name = 'reviewer'",
  );
  const { page } = await product.open('reviewer', '/users/user-log-list');
  await expectRefused(page.getByRole('button', { name: '导出' }), page, '需要权限 user_log:export');
});
