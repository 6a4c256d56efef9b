import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { stageCsv } from '../kit/csv-imports.ts';
import { setUpProduct } from '../kit/journey.ts';
import { clickButton } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

const product = setUpProduct();

/** The number of rows that fit the largest viewport of these tests, plus the overscan above and below. */
const MAX_RENDERED_ROWS = 60;

const renderedRows = (table: Locator) => table.locator('tr[data-index]');
const rowNumbered = (table: Locator, number: number) => table.locator(`tr[aria-rowindex="${number}"]`);
const hasFocus = (row: Locator) => row.evaluate((element) => element.contains(document.activeElement));
const isVisible = (row: Locator) =>
  row.evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect();
    const elementAtMiddle = document.elementFromPoint(left + 120, (top + bottom) / 2);
    return elementAtMiddle !== null && element.contains(elementAtMiddle);
  });

async function expectFocused(table: Locator, number: number): Promise<void> {
  await expect.poll(() => hasFocus(rowNumbered(table, number))).toBe(true);
  await expect.poll(() => isVisible(rowNumbered(table, number))).toBe(true);
  expect(await renderedRows(table).count()).toBeLessThan(MAX_RENDERED_ROWS);
}

test('an import report of 250 rows renders only the visible ones, and all can be reached by keyboard', {
  tags: ['slow'],
}, async () => {
  const lines = Array.from({ length: 250 }, (_, index) => `C${String(index).padStart(4, '0')},City ${index}`);
  const id = await stageCsv(await product.apiAs('editor'), 'city', ['code,name', ...lines].join('\n'));
  const { page } = await product.open('editor', `/imports/${id}`);
  const table = page.getByRole('grid', { name: '逐行结果' });
  for (const loadedCount of [100, 150, 200, 250]) {
    await clickButton(page, '显示更多');
    await page.getByText(`已显示 ${loadedCount} / 250 行`).waitFor();
  }
  expect(await table.getAttribute('aria-rowcount')).toBe('251');
  expect(await renderedRows(table).count()).toBeLessThan(MAX_RENDERED_ROWS);
  expect(await findAxeViolations(page)).toEqual([]);

  await rowNumbered(table, 2).locator('td').first().focus();
  await page.keyboard.press('Control+End');
  await expectFocused(table, 251);
  await rowNumbered(table, 251).getByText('City 249').first().waitFor();
  await page.keyboard.press('PageUp');
  await expectFocused(table, 241);
  await page.keyboard.press('ArrowUp');
  await expectFocused(table, 240);

  // Focus stays on a row that is scrolled out of view, and arrow keys continue from there.
  await table.evaluate((element) => element.parentElement?.scrollTo({ top: 0 }));
  await expect.poll(() => isVisible(rowNumbered(table, 3))).toBe(true);
  expect(await hasFocus(rowNumbered(table, 240))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expectFocused(table, 241);

  await page.keyboard.press('Control+Home');
  await expectFocused(table, 2);
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: '这一行' }).getByText('City 0').first().waitFor();

  // The browser's own search finds only what is in the document, so Ctrl+F renders every row.
  await page.keyboard.press('Control+f');
  await expect.poll(() => renderedRows(table).count()).toBe(250);
});

test('a log page of 100 entries renders only the visible ones, and all of them for printing', {
  tags: ['slow'],
}, async () => {
  await product.sql(
    `INSERT INTO user_log (time, act, user_id, username, details, address, client)
     SELECT ADDDATE('2026-01-15 12:00:00', INTERVAL n SECOND), 'signInFailed', NULL, CONCAT('guess-', n), ?, '203.0.113.9', 'curl'
     FROM (WITH RECURSIVE upTo AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM upTo WHERE n < 100) SELECT n FROM upTo) AS numbers`,
    [JSON.stringify({ key: 'invalidCredentials' })],
  );
  const { page } = await product.open('admin', '/users/user-log-list?address=203.0.113.9&pageSize=100');
  const table = page.getByRole('grid', { name: '用户日志' });
  await rowNumbered(table, 2).getByText('guess-100').waitFor();
  expect(await renderedRows(table).count()).toBeLessThan(MAX_RENDERED_ROWS);
  await table.hover();
  await page.mouse.wheel(0, 100_000);
  await expect.poll(() => isVisible(rowNumbered(table, 101))).toBe(true);
  expect(await renderedRows(table).count()).toBeLessThan(MAX_RENDERED_ROWS);

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await renderedRows(table).count()).toBe(100);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => renderedRows(table).count()).toBeLessThan(MAX_RENDERED_ROWS);
});
