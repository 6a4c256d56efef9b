import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { canListOpenFiles, listChildProcesses, listOpenFiles } from '../kit/files/open-files.ts';
import { buildWorkbook, buildZip } from '../kit/files/sample-files.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

type FaultKey = Schemas['ImportFaultKey'];

interface BadFile {
  name: string;
  content: () => Buffer | Promise<Buffer>;
  key: FaultKey;
  line?: number;
  /** Whether the beginning of the file already shows the fault. */
  isInPreview: boolean;
}

const headerLine = 'code,name\n';
const csvRows = (count: number) => Array.from({ length: count }, (_, index) => `X${index},Name ${index}\n`).join('');
const textFile = (content: string) => () => Buffer.from(content);
const headerOf = (count: number) => `${Array.from({ length: count }, (_, index) => `c${index}`).join(',')}\n`;

const badFiles: BadFile[] = [
  { name: 'an empty file', content: textFile(''), key: 'empty', isInPreview: true },
  {
    name: 'a picture',
    content: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    key: 'unknownType',
    isInPreview: true,
  },
  {
    name: 'a zip of two files',
    content: () => buildZip({ 'a.csv': headerLine, 'b.csv': headerLine }),
    key: 'notOneFile',
    isInPreview: true,
  },
  { name: '200 columns', content: textFile(headerOf(200)), key: 'tooManyColumns', isInPreview: true },
  {
    name: '10 MiB in a cell',
    content: textFile(`${headerLine}XA,${'x'.repeat(10 * 2 ** 20)}\n`),
    key: 'rowTooLong',
    line: 2,
    isInPreview: true,
  },
  {
    name: 'a quote that never ends',
    content: textFile(`${headerLine}${csvRows(2000)}XA,"open\n${csvRows(10)}`),
    key: 'unclosedQuote',
    line: 2002,
    isInPreview: false,
  },
  {
    name: 'a file with NUL bytes',
    content: textFile(`${headerLine}${csvRows(9000)}XA,a\u0000b\n`),
    key: 'binary',
    line: 9002,
    isInPreview: false,
  },
  {
    name: 'a file in another encoding',
    content: () => Buffer.from('code,name,\xc3\xf8\xff\xff\xff\n', 'latin1'),
    key: 'wrongEncoding',
    line: 1,
    isInPreview: true,
  },
  { name: 'a header without names', content: textFile(`,\n${csvRows(3)}`), key: 'noHeader', isInPreview: true },
  {
    name: 'a repeated column name',
    content: textFile(`code,code\n${csvRows(3)}`),
    key: 'repeatedHeader',
    isInPreview: true,
  },
  { name: 'a file with only a header', content: textFile(headerLine), key: 'noRows', isInPreview: true },
  {
    name: 'a file without a code column',
    content: textFile('name,continent\nA,EU\n'),
    key: 'noKey',
    isInPreview: true,
  },
  {
    name: 'a truncated file',
    content: () => gzipSync(headerLine + csvRows(20_000)).subarray(0, -2000),
    key: 'truncated',
    isInPreview: true,
  },
];

test.each(badFiles)('$name causes the fault $key, and changes nothing', async ({ content, key, line, isInPreview }) => {
  const countriesBefore = await service.db('country').orderBy('id');
  const id = await imports.upload(editor, { entity: 'country', content: await content() });
  const { fault, import: previewedImport } = await imports.preview(editor, id);
  const expectedFault = { key, line: line ?? null, message: expect.stringMatching(/^[^{}]+$/) };
  if (isInPreview) expect(fault).toMatchObject(expectedFault);
  else expect(fault).toBeNull();
  if (previewedImport.options) {
    expect(await imports.stage(editor, id)).toMatchObject({ status: 'failed', fault: expectedFault, counts: null });
    expect(await service.db('task').orderBy('id', 'desc').first()).toMatchObject({
      status: 'failed',
      error_key: 'importFault',
    });
    await editor.expectRefusal('exportImportReport', { path: { id } }, 'invalidTransition');
    expect(await imports.rows(editor, id)).toEqual([]);
  } else await editor.expectRefusal('stageImport', { path: { id } }, 'invalidTransition');
  expect(await service.db('country').orderBy('id')).toEqual(countriesBefore);
});

test.runIf(canListOpenFiles)('a workbook that cannot be staged leaves no file open', async () => {
  const row = (...texts: string[]) => `<row>${texts.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
  const content = await buildWorkbook({ rows: row('name', 'continent') + row('A', 'EU').repeat(30_000) });
  const id = await imports.upload(editor, { entity: 'country', content, filename: 'countries.xlsx' });
  expect((await imports.preview(editor, id)).fault).toMatchObject({ key: 'noKey' });
  expect(await imports.stage(editor, id)).toMatchObject({ status: 'failed', fault: { key: 'noKey' } });
  const processes = listChildProcesses();
  expect(processes).not.toEqual([]);
  const openFiles = () => processes.flatMap(listOpenFiles).filter((path) => path.includes('/import-'));
  await expect.poll(openFiles).toEqual([]);
});

test('the problem of a cell is reported at that cell, and the other rows are read', async () => {
  const toJson = (fields: object) => JSON.stringify(fields);
  const content = [
    toJson({ code: 'XA', name: 'Sound' }),
    '{"code":"XB","name":"Half \\ud83d"}',
    toJson({ code: 'XC', name: 'Sound too' }),
  ].join('\n');
  const jsonImport = await imports.uploadAndStage(editor, { entity: 'country', filename: 'c.ndjson', content });
  expect(jsonImport.counts).toMatchObject({ new: 2, refused: 1 });
  const [refusedRow] = await imports.rows(editor, jsonImport.id, { state: 'refused' });
  expect(refusedRow).toMatchObject({
    line: 2,
    cells: ['XB', 'Half \ufffd'],
    problems: [{ column: 'name', rule: 'brokenText' }],
  });

  const times = ['2026-03-01 08:00', '2026-02-30 08:00', '2016-12-31T23:59:60Z', '2026-03-02 08:00'];
  const rateRows = times.map((time) => `USD,CNY,TEST,${time},1,7.1`).join('\n');
  const ratesImport = await imports.uploadAndStage(editor, {
    entity: 'rate_board',
    content: `base,quote,source,quotedAt,unit,middle\n${rateRows}\n`,
  });
  expect(ratesImport.counts).toMatchObject({ new: 2, refused: 2 });
  expect(await imports.rows(editor, ratesImport.id, { state: 'refused' })).toMatchObject(
    [3, 4].map((line) => ({ line, problems: [{ column: 'quotedAt', rule: 'notTime' }] })),
  );
});
