import { describe, expect, test } from 'vitest';
import type { ReadOptions } from '../../src/imports/presets/preset.ts';
import { openTable } from '../../src/imports/read/open-table.ts';
import { buildWorkbook, fileOpener } from '../kit/files/sample-files.ts';
import { type ImportFile, setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

async function stageAndFetchReport(importFile: ImportFile, query = '') {
  const { id, options } = await imports.uploadAndStage(editor, importFile);
  return { id, options, ...(await fetchReport(id, query)) };
}

async function fetchReport(id: number, query = '') {
  const path = `/dc/api/v1/imports/${id}/report${query}`;
  const response = await editor.raw('GET', path, { headers: { 'Accept-Language': 'en' } });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status).toBe(200);
  return {
    bytes,
    type: response.headers.get('Content-Type'),
    name: response.headers.get('Content-Disposition'),
  };
}

/** Reads a report in the way that an imported file is read. */
async function readCells(bytes: Buffer, format: ReadOptions['format']) {
  const options = { format, encoding: 'utf-8', separator: ',', header: true, preset: undefined } as const;
  const { columns, lines } = await openTable(fileOpener(bytes), options);
  const table = [columns];
  for await (const batch of lines) table.push(...batch.map((line) => line.cells));
  return table;
}

const content = 'code,name,continent\nXA,=A1,EU\nX1,"a ""b""",YY\nXA,again,EU\n';
const expectedCells = [
  ['code', 'name', 'continent', 'problems'],
  ['XA', '=A1', 'EU', 'code: Duplicate of line 4'],
  [
    'X1',
    'a "b"',
    'YY',
    'code: Must be 2 letters: X1; continent: Not one of the options (AF, AN, AS, EU, NA, OC, SA): YY',
  ],
  ['XA', 'again', 'EU', 'code: Duplicate of line 2'],
];

test('a report is the file with a column of problems and with escaped formulas', async () => {
  const { bytes, type, name } = await stageAndFetchReport({ entity: 'country', content, filename: 'my countries.csv' });
  expect([type, name]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="my countries-report.csv"']);
  expect(bytes.toString()).toMatch(/^\ufeff/);
  expect(bytes.toString()).not.toContain('"=A1');
  const [columns, ...rows] = await readCells(bytes, 'csv');
  expect(columns).toEqual(expectedCells[0]);
  expect(rows.map((row) => row.at(-1))).toEqual(expectedCells.slice(1).map((row) => row.at(-1)));
  const problemReport = await stageAndFetchReport({ entity: 'country', content }, '?only=unsound');
  expect((await readCells(problemReport.bytes, 'csv')).map(([code]) => code)).toEqual(['code', 'XA', 'X1', 'XA']);
});

test('a report of refused rows has the rows that were refused when applied', async () => {
  const { id } = await imports.uploadAndStage(editor, {
    entity: 'country',
    content: 'code,name\nXE,Echo\nXF,Foxtrot\n',
  });
  await editor.ok('createCountry', { body: { code: 'XE', name: 'By hand' } }, 201);
  await imports.apply(editor, id);
  const { bytes } = await fetchReport(id, '?only=unsound');
  expect((await readCells(bytes, 'csv')).map(([code]) => code)).toEqual(['code', 'XE']);
});

test('a report can be imported like the file', async () => {
  const { bytes } = await stageAndFetchReport({ entity: 'country', content });
  const reimported = await imports.uploadAndStage(editor, { entity: 'country', content: bytes });
  expect(reimported).toMatchObject({ options: { targets: ['code', 'name', 'continent', null] } });
  expect(reimported.counts).toMatchObject({ new: 0, refused: 3 });
  const { bytes: secondReport } = await stageAndFetchReport({ entity: 'country', content: bytes });
  expect((await readCells(secondReport, 'csv'))[0]).toEqual([...(expectedCells[0] ?? []), 'problems 2']);
});

test('the report of a workbook is a workbook, and the report of JSON is NDJSON', async () => {
  const row = (n: number, ...texts: string[]) =>
    `<row r="${n}">${texts.map((text, index) => `<c r="${'ABC'[index]}${n}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
  const rows = row(1, 'code', 'name') + row(2, 'X1', '007');
  const workbookReport = await stageAndFetchReport({
    entity: 'country',
    content: await buildWorkbook({ rows }),
    filename: 'a.xlsx',
  });
  expect(workbookReport.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(await readCells(workbookReport.bytes, 'xlsx')).toEqual([
    ['code', 'name', 'problems'],
    ['X1', '007', 'code: Must be 2 letters: X1'],
  ]);
  const jsonReport = await stageAndFetchReport({
    entity: 'country',
    content: '[{"code":"XA"},{"code":"X1","name":"B"}]',
    filename: 'a.json',
  });
  expect(jsonReport.name).toContain('a-report.ndjson');
  expect(
    jsonReport.bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { code: 'XA', name: null, problems: 'name: Required' },
    { code: 'X1', name: 'B', problems: 'code: Must be 2 letters: X1' },
  ]);
});

describe('surplus cells of a line', () => {
  const surplusLines = 'code,name,country\nSPARE,b,CN,x,y\nPLAIN,b,CN\nSHORT,b\n';
  const rule = 'Expected 3 cells, found 5';

  test('follow its problems, so that they are not lost and an import of the report refuses the line again', async () => {
    const { bytes } = await stageAndFetchReport({ entity: 'city', content: surplusLines });
    const lines = bytes.toString().trimEnd().split('\n');
    expect(lines[0]).toBe('\ufeff"code","name","country","problems"');
    expect(await readCells(bytes, 'csv')).toEqual([
      ['code', 'name', 'country', 'problems'],
      ['SPARE', 'b', 'CN', rule, 'x,y'],
      ['PLAIN', 'b', 'CN', ''],
      ['SHORT', 'b', '', 'Expected 3 cells, found 2'],
    ]);
    const { counts } = await imports.uploadAndStage(editor, { entity: 'city', content: bytes });
    expect(counts).toMatchObject({ refused: 1 });
  });

  test('are in the report of a workbook and of JSON', async () => {
    const cells = (n: number, ...texts: string[]) =>
      `<row r="${n}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const workbook = await stageAndFetchReport({
      entity: 'city',
      content: await buildWorkbook({ rows: cells(1, 'code', 'name') + cells(2, 'SPARE', 'b', 'x') }),
      filename: 'a.xlsx',
    });
    expect(await readCells(workbook.bytes, 'xlsx')).toEqual([
      ['code', 'name', 'problems'],
      ['SPARE', 'b', 'Expected 2 cells, found 3', 'x'],
    ]);
    const records = Array.from({ length: 200 }, (_, n) => ({ code: `SPARE${n}`, name: 'b' }));
    const json = await stageAndFetchReport(
      { entity: 'city', content: JSON.stringify([...records, { code: 'SPARE', name: 'b', more: 'x' }]) },
      '?only=unsound',
    );
    expect(JSON.parse(json.bytes.toString())).toEqual({
      code: 'SPARE',
      name: 'b',
      problems: 'Expected 2 cells, found 3',
      surplus: ['x'],
    });
  });
});

test('a line with several records appears once, with the problems of all of them', async () => {
  const ecb = 'Date,USD,JPY,\n2026-01-02,1.1,160.1,\n2026-01-02,1.2,160.2,\n';
  const { bytes } = await stageAndFetchReport({ entity: 'rate_board', content: ecb, filename: 'eurofxref.csv' });
  const [, firstLine, secondLine, ...furtherLines] = await readCells(bytes, 'csv');
  expect([firstLine?.slice(0, 3), furtherLines]).toEqual([['2026-01-02', '1.1', '160.1'], []]);
  expect(secondLine?.at(-1)).toBe('Date: Duplicate of line 2');
});

test('a report is in the language that the path names, whatever the browser prefers', async () => {
  const { id } = await imports.uploadAndStage(editor, { entity: 'country', content });
  const [, line] = await readCells((await fetchReport(id, '?language=zh-CN')).bytes, 'csv');
  expect(line?.at(-1)).toBe('code: 与第 4 行重复');
});

test('a report is downloaded with a ticket by users who may see the import', async () => {
  const { id } = await stageAndFetchReport({ entity: 'country', content });
  const path = `/api/v1/imports/${id}/report?only=unsound`;
  const { ticket } = await editor.ok('createTicket', { body: { path } }, 201);
  expect((await fetch(`${service.url}/dc${path}&ticket=${ticket}`)).status).toBe(200);
  const otherImporter = await service.clientWith('city:import');
  const otherTicket = await otherImporter.ok('createTicket', { body: { path } }, 201);
  expect((await fetch(`${service.url}/dc${path}&ticket=${otherTicket.ticket}`)).status).toBe(404);
});
