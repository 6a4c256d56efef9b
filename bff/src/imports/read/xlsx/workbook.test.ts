import { describe, expect, test } from 'vitest';
import { readCells, readFileFault, readImportFile } from '../../../../test/kit/files/read-import-file.ts';
import { buildWorkbook, buildZip, fileOpener, type WorkbookParts } from '../../../../test/kit/files/sample-files.ts';
import { detect } from '../detect.ts';

const header = (...names: string[]) =>
  `<row>${names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`;
const file = async (parts: WorkbookParts) => fileOpener(await buildWorkbook(parts));

describe('a workbook', () => {
  test('is detected, read from its first visible sheet, and padded to the width of the header', async () => {
    const rows = `${header('a', 'b', 'c', 'd')}<row r="3"><c r="B3"><v>7</v></c></row><row r="4"/><row r="9"><c r="A9"><f>1+1</f><v>2</v></c><c t="b"><v>1</v></c><c r="D9" t="b"><v>0</v></c><c r="ZZ9" s="0"/></row>`;
    const book = await file({ rows });
    const options = await detect(book, []);
    expect(options).toMatchObject({ format: 'xlsx', header: true });
    const { columns, lines, bytesRead } = await readImportFile(book, options);
    expect(columns).toEqual(['a', 'b', 'c', 'd']);
    expect(lines).toEqual([
      { line: 3, cells: ['', '7', '', ''], cellTypes: { 1: 'number' } },
      { line: 9, cells: ['2', 'TRUE', '', 'FALSE'], cellTypes: { 0: 'number' } },
    ]);
    expect(bytesRead).toBe(Buffer.concat(await book().toArray()).length);
  });

  test('may have shared, inline, rich and escaped texts', async () => {
    const strings = `<si><t xml:space="preserve"> 北京 </t></si><si><r><t>Pa</t></r><r><rPr/><t>ris</t></r><rPh sb="0"><t>パリ</t></rPh></si><si><t>a_x000D_b_x005F_x0041_</t></si><si/>`;
    const cells = [0, 1, 2, 3].map((index) => `<c t="s"><v>${index}</v></c>`).join('');
    const rows = `${header('a', 'b', 'c', 'd', 'e', 'f')}<row>${cells}<c t="str"><f>x</f><v>&lt;&#x1F600;</v></c><c t="e"><v>#N/A</v></c></row>`;
    const [, row] = await readCells(await file({ rows, strings }));
    expect(row).toEqual([' 北京 ', 'Paris', 'a\rb_x0041_', '', '<😀', '#N/A']);
  });

  test('yields numbers, codes with leading zeros and dates as Excel shows them', async () => {
    const formats = [
      'yyyy\\-mm\\-dd',
      '0000',
      'h:mm',
      'yyyy/m/d\\ hh:mm',
      '[$-804]yyyy&quot;年&quot;m&quot;月&quot;',
      '0.00E+00',
      '[Red]0',
    ];
    const values: [number, string][] = [
      [0, '1.1000000000000001'],
      [0, '1E-7'],
      [0, '10000'],
      [1, '45292'],
      [1, '59'],
      [2, '7'],
      [3, '0.5'],
      [4, '45292.75'],
      [5, '45292'],
      [6, '10000'],
      [7, '12'],
    ];
    const cells = values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('');
    const rows = `${header(...values.map((_, index) => `c${index}`))}<row>${cells}</row>`;
    const shownTexts = [
      '1.1',
      '0.0000001',
      '10000',
      '2024-01-01',
      '1900-02-28',
      '0007',
      '12:00:00',
      '2024-01-01T18:00:00',
    ];
    expect((await readCells(await file({ rows, formats })))[1]).toEqual([...shownTexts, '2024-01-01', '10000', '12']);
    expect((await readCells(await file({ rows, formats, date1904: true })))[1]?.[3]).toBe('2028-01-02');
  });
});

test('ignores any amount of markup after the rows', async () => {
  const rows = `${header('a')}<row><c><v>1</v></c></row></sheetData><merges>${'<merge ref="A1:B2"/>'.repeat(300_000)}</merges><sheetData>`;
  expect(await readCells(await file({ rows }))).toEqual([['a'], ['1']]);
});

describe('refuses a workbook', () => {
  const wide = Array.from({ length: 200 }, (_, index) => `c${index}`);
  const long = (text: string) => `${header('a')}<row r="2"><c t="str"><v>${text}</v></c></row>`;
  test.each([
    ['without a sheet', { rows: null }, { key: 'noSheet' }],
    ['with an empty sheet', { rows: '' }, { key: 'empty' }],
    ['with a header only', { rows: header('a') }, { key: 'noRows' }],
    ['with a repeated name', { rows: header('a', 'b', 'a') }, { key: 'repeatedHeader', detail: 'a' }],
    ['of 200 columns', { rows: header(...wide) }, { key: 'tooManyColumns', limit: 150 }],
    ['with unclosed markup', { rows: `${header('a')}<row><c></row>` }, { key: 'damaged' }],
    ['with entities of its own', { rows: `${header('a')}<row><c t="str"><v>&lol;</v></c></row>` }, { key: 'damaged' }],
    ['that refers to missing texts', { rows: '<row><c t="s"><v>7</v></c></row>' }, { key: 'damaged' }],
    ['with an invalid row number', { rows: '<row r="x"/>' }, { key: 'damaged' }],
    ['with an invalid cell reference', { rows: '<row><c r="7"><v>1</v></c></row>' }, { key: 'damaged' }],
    ['with a long row', { rows: long('x'.repeat(300_000)) }, { key: 'rowTooLong', line: 2, limit: 256 }],
    ['with a cell of 10 MiB', { rows: long('x'.repeat(10 * 2 ** 20)) }, { key: 'rowTooLong', line: 2, limit: 256 }],
  ] as const)('%s', async (_, parts, fault) => {
    expect(await readFileFault(await file(parts))).toEqual(fault);
  });

  test('with more shared texts than the limit', { tags: ['slow'] }, async () => {
    const strings = `<si><t>${' '.repeat(2 ** 20)}</t></si>`.repeat(129);
    expect(await readFileFault(await file({ rows: header('a'), strings }))).toEqual({ key: 'tooLarge', limit: 128 });
  });

  test('that lacks a part', async () => {
    expect(await readFileFault(fileOpener(await buildZip({ 'xl/workbook.xml': '<workbook/>' })))).toEqual({
      key: 'damaged',
    });
  });
});
