import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findAxeViolations } from './kit/axe.ts';
import { expectDisabled, press, row, rowCheckbox } from './kit/country-locators.ts';
import { setUpProduct, waitForPath } from './kit/journey.ts';

/** The files of a zip archive as texts, by name, read through its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0) throw new Error('no zip: it has no directory');
  const parts = new Map<string, string>();
  let entryStart = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const nameEnd = entryStart + 46 + zip.readUInt16LE(entryStart + 28);
    const name = zip.toString('utf8', entryStart + 46, nameEnd);
    const local = zip.readUInt32LE(entryStart + 42);
    const dataStart = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const compressed = zip.subarray(dataStart, dataStart + zip.readUInt32LE(entryStart + 20));
    parts.set(
      name,
      (zip.readUInt16LE(entryStart + 10) === 0 ? compressed : inflateRawSync(compressed)).toString('utf8'),
    );
    entryStart = nameEnd + zip.readUInt16LE(entryStart + 30) + zip.readUInt16LE(entryStart + 32);
  }
  return parts;
}

const product = setUpProduct();

const selectionBar = (page: Page) => page.getByRole('toolbar', { name: '对所选记录的操作' });

/** Opens an export menu, chooses a format, and returns the downloaded file. */
async function downloadExport(page: Page, place: Page | Locator, button: string, format: RegExp) {
  await press(place, button);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await downloaded;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The records of a list, fetched through the API in one page. */
async function fetchRecords(resource: string, query: string): Promise<Record<string, unknown>[]> {
  const { call } = await product.apiAs('viewer');
  const { items, total } = await call('GET', `${resource}?page=1&pageSize=100&${query}`);
  expect(items).toHaveLength(total);
  return items;
}

test('a CSV export has exactly the filtered records, of all pages', async () => {
  const { page } = await product.open('admin', '/country?continent=OC&status=active&pageSize=10&page=2&sort=-name');
  const expected = await fetchRecords('/countries', 'continent=OC&status=active');
  expect(expected.length).toBeGreaterThan(20);
  await press(page, '导出');
  await page.getByText(`导出，共 ${expected.length} 条`, { exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { name, bytes } = await downloadExport(page, page, '导出', /^CSV/);
  expect(name).toBe('country.csv');
  const text = bytes.toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [head = '', ...lines] = text.slice(1).trimEnd().split(/\r?\n/);
  // Splitting by commas works because no column up to the code contains one.
  const code = head.split(',').indexOf('"code"');
  const codes = lines.map((line) => line.split(',')[code]?.replaceAll('"', ''));
  expect(codes.toSorted()).toEqual(expected.map((record) => record.code).toSorted());
});

test('an Excel export applies the search and the view, and keeps codes as text', async () => {
  const { page } = await product.open('admin', '/rate-board?q=CNY&view=all');
  const { total } = await (await product.apiAs('viewer')).call('GET', '/rate-board?q=CNY&view=all&page=1&pageSize=10');
  await page.getByText(`第 1–20 条，共 ${total} 条`).waitFor();
  const { name, bytes } = await downloadExport(page, page, '导出', /^Excel/);
  expect(name).toBe('rate_board.xlsx');
  const parts = unzip(bytes);
  expect([...parts.keys()]).toEqual(expect.arrayContaining(['[Content_Types].xml', 'xl/workbook.xml']));
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet.match(/<row\b/g)).toHaveLength(total + 1);
  expect(sheet).toMatch(/t="inlineStr"><is><t[^>]*>CNY</);
});

test('only selected records are exported, also after the list has changed', async () => {
  const { page } = await product.open('admin', '/country?q=FR');
  await rowCheckbox(page, 'FR').click();
  await page.getByRole('searchbox').fill('DE');
  await row(page, 'DE').waitFor();
  await rowCheckbox(page, 'DE').click();
  await selectionBar(page).getByText('已选 2 项').waitFor();
  const { name, bytes } = await downloadExport(page, selectionBar(page), '导出所选', /^NDJSON/);
  expect(name).toBe('country.ndjson');
  const records = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ code }) => code).toSorted()).toEqual(['DE', 'FR']);
  // Escape closes the menu first and keeps the selection.
  await press(selectionBar(page), '导出所选');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await selectionBar(page).getByText('已选 2 项').waitFor();
});

test('a selected rate is exported, whether or not it is the newest of its pair', { tags: ['slow'] }, async () => {
  const { page } = await product.open('admin', '/rate-board?base=EUR&quote=CNY&view=all&sort=quotedAt');
  await page.getByRole('gridcell').getByRole('checkbox').first().click();
  const { bytes } = await downloadExport(page, selectionBar(page), '导出所选', /^NDJSON/);
  const [oldest] = await fetchRecords('/rate-board', 'base=EUR&quote=CNY&view=all&sort=quotedAt');
  expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ id: oldest?.id, middle: oldest?.middle });
});

test('exporting more than a hundred selected records is disabled with the reason', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('admin', '/country?pageSize=100');
  await page.getByText('第 1–100 条').waitFor();
  const selectAll = page.getByRole('columnheader').getByRole('checkbox');
  await selectAll.click();
  await selectionBar(page).getByText('已选 100 项').waitFor();
  const button = selectionBar(page).getByRole('button', { name: '导出所选' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  await press(page, '下一页');
  // The previous page, with all rows selected, is shown until the next one has loaded.
  await page.getByRole('gridcell').getByRole('checkbox', { checked: false }).first().click();
  await expectDisabled(button, page, '一次最多导出所选的 100 条');
});

test('import and export buttons without permission are disabled with the reason', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country?q=FR');
  await expectDisabled(page.getByRole('button', { name: '导入' }), page, '需要权限 country:import');
  await expectDisabled(page.getByRole('button', { name: '导出', exact: true }), page, '需要权限 country:export');
  await rowCheckbox(page, 'FR').click();
  await expectDisabled(selectionBar(page).getByRole('button', { name: '导出所选' }), page, '需要权限 country:export');
});

test('the import button opens an import of the list’s kind, also from an empty list', async () => {
  const { page } = await product.open('admin', '/train-station');
  await press(page, '导入');
  await waitForPath(page, /^\/imports\/new\?kind=train_station$/);

  await product.sql('DELETE FROM cabin');
  await page.goto('/cabin');
  await page.getByText('支持 CSV、XLSX、NDJSON').waitFor();
  await press(page, '从文件导入');
  await waitForPath(page, /^\/imports\/new\?kind=cabin$/);
});
