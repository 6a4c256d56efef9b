import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, expectDisabledWithReason } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

const table = (page: Page) => page.getByRole('grid', { name: '用户日志' });
const entry = (page: Page, text: string | RegExp) => table(page).getByRole('row').filter({ hasText: text });
const entries = (page: Page) => table(page).locator('tbody tr');
const card = (page: Page) => page.getByRole('complementary', { name: '日志详情' });
const pagination = (page: Page) => page.getByRole('navigation', { name: '分页' });

/** Inserts log entries of failed sign-ins from an address. */
const insertFailedSignIns = (count: number, address: string, date = '2026-01-15') =>
  product.sql(
    `INSERT INTO user_log (time, act, user_id, username, details, address, client)
     SELECT ADDDATE(?, INTERVAL n SECOND), 'signInFailed', NULL, CONCAT('guess-', n), ?, ?, 'curl/8.5.0'
     FROM (WITH RECURSIVE upTo AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM upTo WHERE n < ?) SELECT n FROM upTo) AS numbers`,
    [`${date} 12:00:00`, JSON.stringify({ key: 'invalidCredentials' }), address, count],
  );

async function filter(page: Page, name: string): Promise<void> {
  await clickButton(page, '筛选');
  await dialogNamed(page, '添加筛选条件').getByRole('button', { name, exact: true }).click();
}

test('a failed sign-in is logged, can be filtered by event, and shows its details next to the table', {
  tags: ['slow'],
}, async () => {
  const visitor = await product.open(null, '/login');
  visitor.expectErrors(/^422 POST \/dc\/api\/v1\/auth\/login$/);
  await visitor.page.getByRole('textbox', { name: '账号', exact: true }).fill('editor');
  await visitor.page.getByRole('textbox', { name: '密码', exact: true }).fill('not my password');
  await clickButton(visitor.page, '登录');
  await visitor.page.getByRole('alert').first().waitFor();

  const { page } = await product.open('admin', '/users/user-log-list');
  await entry(page, '登录失败').getByText('账号或密码不正确').waitFor();
  await filter(page, '事件');
  await dialogNamed(page, '添加筛选条件').getByRole('searchbox').fill('登录失败');
  await dialogNamed(page, '添加筛选条件').getByRole('button', { name: '登录失败' }).click();
  await waitForPath(page, /act=signInFailed/);
  await expect.poll(() => entries(page).count()).toBe(1);
  await entry(page, 'editor').click();
  await card(page).getByText('登录时输入').waitFor();
  await card(page).getByText('127.0.0.1').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);

  await clickButton(page, '移除 事件');
  await clickButton(page, '刷新');
  await expect.poll(() => entries(page).count()).toBeGreaterThan(1);
});

test('the log pages by cursor in both directions, and a reload keeps the page', {
  tags: ['slow'],
}, async () => {
  await insertFailedSignIns(25, '203.0.113.7');
  const { page } = await product.open('admin', '/users/user-log-list?address=203.0.113.7&pageSize=10');
  const waitForText = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await waitForText('第 1–10 条，共 25 条');
  await entry(page, 'guess-25').waitFor();
  await clickButton(pagination(page), '下一页');
  await waitForText('第 11–20 条，共 25 条');
  await entry(page, 'guess-15').waitFor();
  await clickButton(pagination(page), '下一页');
  await waitForText('第 21–25 条，共 25 条');
  await expect
    .poll(() => pagination(page).getByRole('button', { name: '下一页' }).getAttribute('aria-disabled'))
    .toBe('true');
  await page.reload();
  await waitForText('第 21–25 条，共 25 条');
  await clickButton(pagination(page), '上一页');
  await waitForText('第 11–20 条，共 25 条');

  // A page opened by its URL does not know its offset, but still links back to the newest entries.
  const { page: otherPage } = await product.open('admin', pathOf(page));
  await otherPage.getByText('共 25 条', { exact: true }).waitFor();
  await clickButton(pagination(otherPage), '上一页');
  await otherPage.getByText('第 1–10 条，共 25 条', { exact: true }).waitFor();
});

test('the time filter uses days in the user’s time zone, and the export matches the list', {
  tags: ['slow'],
}, async () => {
  await insertFailedSignIns(3, '203.0.113.8', '2026-02-10');
  // 16:00 UTC is midnight in Shanghai, so this entry belongs to the next day there.
  await product.sql(
    `INSERT INTO user_log (time, act, username, address, client)
     VALUES ('2026-02-10 16:00:01', 'signOut', 'next-day', '203.0.113.8', 'curl/8.5.0')`,
  );
  const { page } = await product.open('admin', '/users/user-log-list?address=203.0.113.8', {
    timezoneId: 'Asia/Shanghai',
  });
  await expect.poll(() => entries(page).count()).toBe(4);
  await filter(page, '时间');
  const timeFilter = dialogNamed(page, '添加筛选条件');
  for (const label of ['从', '到']) {
    await timeFilter.getByRole('group', { name: label }).getByRole('spinbutton').first().click();
    await page.keyboard.type('20260210');
  }
  await clickButton(timeFilter, '确定');
  await waitForPath(page, /from=2026-02-10&to=2026-02-10/);
  await expect.poll(() => entries(page).count()).toBe(3);

  await clickButton(page, '导出');
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

test('/403 opens without read permission, and export is disabled with the reason without its permission', async () => {
  const { page: viewerPage } = await product.open('viewer', '/users/user-log-list');
  await waitForPath(viewerPage, /^\/403$/);
  expect(await viewerPage.getByRole('link', { name: '用户日志' }).count()).toBe(0);

  await product.sql(
    "INSERT INTO role_permission (role_id, permission) SELECT id, 'user_log:read' FROM role WHERE name = 'reviewer'",
  );
  const { page } = await product.open('reviewer', '/users/user-log-list');
  await expectDisabledWithReason(page.getByRole('button', { name: '导出' }), page, '需要“导出用户日志”权限');
});
