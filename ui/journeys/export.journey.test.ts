import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violationsInBothThemes } from './kit/axe.ts';
import { aProduct, arrive } from './kit/journey.ts';
import { expectRefused, pick, press, row } from './kit/screen.ts';
import { unzip } from './kit/unzip.ts';

const product = aProduct();

const bar = (page: Page) => page.getByRole('toolbar', { name: '对所选记录的操作' });

/** The file that an entry of a button's menu brings. */
async function fileOf(page: Page, place: Page | Locator, button: string, format: RegExp) {
  await press(place, button);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await downloaded;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The records of a list, asked for page by page as nobody's screen does. */
async function listed(resource: string, query: string): Promise<Record<string, unknown>[]> {
  const { call } = await product.as('viewer');
  const { items, total } = await call('GET', `${resource}?page=1&pageSize=100&${query}`);
  expect(items).toHaveLength(total);
  return items;
}

test('what the filters leave comes as a table, with all of its pages and nothing else', async () => {
  const { page } = await product.open('admin', '/country?continent=OC&status=active&pageSize=10&page=2&sort=-name');
  const expected = await listed('/countries', 'continent=OC&status=active');
  expect(expected.length).toBeGreaterThan(20);
  await press(page, '导出');
  await page.getByText(`导出，共 ${expected.length} 条`, { exact: true }).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { name, bytes } = await fileOf(page, page, '导出', /^CSV/);
  expect(name).toBe('country.csv');
  const text = bytes.toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [head = '', ...lines] = text.slice(1).trimEnd().split(/\r?\n/);
  // a code has neither quotes nor commas in it, and no column before it either
  const code = head.split(',').indexOf('"code"');
  const codes = lines.map((line) => line.split(',')[code]?.replaceAll('"', ''));
  expect(codes.toSorted()).toEqual(expected.map((record) => record.code).toSorted());
});

test('a search and a switch of the kind go along into a workbook whose codes stay texts', async () => {
  const { page } = await product.open('admin', '/rate-board?q=CNY&view=all');
  const { total } = await (await product.as('viewer')).call('GET', '/rate-board?q=CNY&view=all&page=1&pageSize=10');
  await page.getByText(`第 1–20 条，共 ${total} 条`).waitFor();
  const { name, bytes } = await fileOf(page, page, '导出', /^Excel/);
  expect(name).toBe('rate_board.xlsx');
  const parts = unzip(bytes);
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml']));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row\b/g)).toHaveLength(total + 1);
  expect(sheet).toMatch(/t="inlineStr"><is><t[^>]*>CNY</);
});

test('the selected alone are exported, also when the list has moved on since', async () => {
  const { page } = await product.open('admin', '/country?q=FR');
  await pick(page, 'FR').click();
  await page.getByRole('searchbox').fill('DE');
  await row(page, 'DE').waitFor();
  await pick(page, 'DE').click();
  await bar(page).getByText('已选 2 项').waitFor();
  const { name, bytes } = await fileOf(page, bar(page), '导出所选', /^NDJSON/);
  expect(name).toBe('country.ndjson');
  const records = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ code }) => code).toSorted()).toEqual(['DE', 'FR']);
  // Esc closes the menu before it lets the selected go
  await press(bar(page), '导出所选');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await bar(page).getByText('已选 2 项').waitFor();
});

test('a selected rate is exported, whether or not it is the newest of its pair', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/rate-board?base=EUR&quote=CNY&view=all&sort=quotedAt');
  await page.getByRole('gridcell').getByRole('checkbox').first().click();
  const { bytes } = await fileOf(page, bar(page), '导出所选', /^NDJSON/);
  const [oldest] = await listed('/rate-board', 'base=EUR&quote=CNY&view=all&sort=quotedAt');
  expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ id: oldest?.id, middle: oldest?.middle });
});

test('more than a hundred selected are refused with the reason before a file is asked for', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/country?pageSize=100');
  await page.getByText('第 1–100 条').waitFor();
  const all = page.getByRole('columnheader').getByRole('checkbox');
  await all.click();
  await bar(page).getByText('已选 100 项').waitFor();
  const button = bar(page).getByRole('button', { name: '导出所选' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  await press(page, '下一页');
  // the rows before, all of them selected, stay until the next ones are there
  await page.getByRole('gridcell').getByRole('checkbox', { checked: false }).first().click();
  await expectRefused(button, page, '一次最多导出所选的 100 条');
});

test('who may not finds the buttons in their place, each with its reason', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country?q=FR');
  await expectRefused(page.getByRole('button', { name: '导入' }), page, '需要权限 country:import');
  await expectRefused(page.getByRole('button', { name: '导出', exact: true }), page, '需要权限 country:export');
  await pick(page, 'FR').click();
  await expectRefused(bar(page).getByRole('button', { name: '导出所选' }), page, '需要权限 country:export');
});

test('the way to an import says of which kind it will be, also from a list that holds nothing yet', async () => {
  const { page } = await product.open('admin', '/train-station');
  await press(page, '导入');
  await arrive(page, /^\/imports\/new\?kind=train_station$/);

  await product.sql('DELETE FROM cabin');
  await page.goto('/cabin');
  await page.getByText('支持 CSV、XLSX、NDJSON').waitFor();
  await press(page, '从文件导入');
  await arrive(page, /^\/imports\/new\?kind=cabin$/);
});
