import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCheckbox, countryRow } from '../kit/page/country-locators.ts';
import { clickButton, expectDisabledWithReason } from '../kit/page/page-actions.ts';
import { findAxeViolations } from '../kit/screens/axe.ts';

/** Reads the files of a zip archive as texts, by name, using its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const directoryEnd = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (directoryEnd < 0) throw new Error('this is not a zip archive: it has no directory');
  const parts = new Map<string, string>();
  let entryStart = zip.readUInt32LE(directoryEnd + 16);
  for (let remaining = zip.readUInt16LE(directoryEnd + 10); remaining > 0; remaining--) {
    const nameEnd = entryStart + 46 + zip.readUInt16LE(entryStart + 28);
    const name = zip.toString('utf8', entryStart + 46, nameEnd);
    const localHeader = zip.readUInt32LE(entryStart + 42);
    const dataStart = localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28);
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
async function downloadExport(page: Page, container: Page | Locator, button: string, format: RegExp) {
  await clickButton(container, button);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await downloaded;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Fetches all records of a list through the API in one page. */
async function fetchRecords(resource: string, query: string): Promise<Record<string, unknown>[]> {
  const { call } = await product.apiAs('viewer');
  const { items, total } = await call('GET', `${resource}?page=1&pageSize=100&${query}`);
  expect(items).toHaveLength(total);
  return items;
}

test('a CSV export has exactly the filtered records of all pages', async () => {
  const { page } = await product.open('admin', '/country?continent=OC&status=active&pageSize=10&page=2&sort=-name');
  const expected = await fetchRecords('/countries', 'continent=OC&status=active');
  expect(expected.length).toBeGreaterThan(20);
  await clickButton(page, '导出');
  await page.getByText(`导出，共 ${expected.length} 条`, { exact: true }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const { name, bytes } = await downloadExport(page, page, '导出', /^CSV/);
  expect(name).toBe('country.csv');
  const text = bytes.toString('utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [headerLine = '', ...lines] = text.slice(1).trimEnd().split(/\r?\n/);
  // Splitting by commas works because no column up to the code contains one.
  const codeColumn = headerLine.split(',').indexOf('"code"');
  const codes = lines.map((line) => line.split(',')[codeColumn]?.replaceAll('"', ''));
  expect(codes.toSorted()).toEqual(expected.map((record) => record.code).toSorted());
});

test('an Excel export applies the search and the view, and stores codes as text', { tags: ['slow'] }, async () => {
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

test('an export of selected records has only those, even if the list has changed since', async () => {
  const { page } = await product.open('admin', '/country?q=FR');
  await countryCheckbox(page, 'FR').click();
  await page.getByRole('searchbox').fill('DE');
  await countryRow(page, 'DE').waitFor();
  await countryCheckbox(page, 'DE').click();
  await selectionBar(page).getByText('已选 2 条').waitFor();
  const { name, bytes } = await downloadExport(page, selectionBar(page), '导出所选', /^NDJSON/);
  expect(name).toBe('country.ndjson');
  const records = bytes
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records.map(({ code }) => code).toSorted()).toEqual(['DE', 'FR']);
  // Escape closes the menu first and keeps the selection.
  await clickButton(selectionBar(page), '导出所选');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await selectionBar(page).getByText('已选 2 条').waitFor();
});

test('a selected rate is exported even if it is not the newest of its pair', { tags: ['slow'] }, async () => {
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
  await selectionBar(page).getByText('已选 100 条').waitFor();
  const button = selectionBar(page).getByRole('button', { name: '导出所选' });
  expect(await button.getAttribute('aria-disabled')).toBeNull();
  await clickButton(page, '下一页');
  // The previous page, with all rows selected, is shown until the next one has loaded.
  await page.getByRole('gridcell').getByRole('checkbox', { checked: false }).first().click();
  await expectDisabledWithReason(button, page, '一次最多导出所选的 100 条');
});

test('import and export buttons without permission are disabled with the reason', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/country?q=FR');
  await expectDisabledWithReason(page.getByRole('button', { name: '导入' }), page, '需要“导入国家/地区”权限');
  await expectDisabledWithReason(
    page.getByRole('button', { name: '导出', exact: true }),
    page,
    '需要“导出国家/地区”权限',
  );
  await countryCheckbox(page, 'FR').click();
  await expectDisabledWithReason(
    selectionBar(page).getByRole('button', { name: '导出所选' }),
    page,
    '需要“导出国家/地区”权限',
  );
});

test('the import button opens an import of the listed entity, even if the list is empty', async () => {
  const { page } = await product.open('admin', '/train-station');
  await clickButton(page, '导入');
  await waitForPath(page, /^\/imports\/new\?kind=train_station$/);

  await product.sql('DELETE FROM cabin');
  await page.goto('/cabin');
  await page.getByText('支持 CSV、XLSX、NDJSON、JSON').waitFor();
  await clickButton(page, '导入文件');
  await waitForPath(page, /^\/imports\/new\?kind=cabin$/);
});
