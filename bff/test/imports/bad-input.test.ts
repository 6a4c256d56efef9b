import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { buildZip } from '../kit/sample-files.ts';
import { setUpImports } from './import-client.ts';

const { service, imports, editor } = await setUpImports();

type Key = Schemas['ImportFaultKey'];

/** `isInPreview`: the beginning of the file already shows the fault. */
interface BadFile {
  name: string;
  content: () => Buffer | Promise<Buffer>;
  key: Key;
  line?: number;
  isInPreview: boolean;
}

const headerLine = 'code,name\n';
const rows = (count: number) => Array.from({ length: count }, (_, index) => `X${index},Name ${index}\n`).join('');
const text = (content: string) => () => Buffer.from(content);
const columns = (count: number) => `${Array.from({ length: count }, (_, index) => `c${index}`).join(',')}\n`;

const badFiles: BadFile[] = [
  { name: 'nothing at all', content: text(''), key: 'empty', isInPreview: true },
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
  { name: '200 columns', content: text(columns(200)), key: 'tooManyColumns', isInPreview: true },
  {
    name: '10 MiB in a cell',
    content: text(`${headerLine}XA,${'x'.repeat(10 * 2 ** 20)}\n`),
    key: 'rowTooLong',
    line: 2,
    isInPreview: true,
  },
  {
    name: 'a quote that never ends',
    content: text(`${headerLine}${rows(2000)}XA,"open\n${rows(10)}`),
    key: 'unclosedQuote',
    line: 2002,
    isInPreview: false,
  },
  {
    name: 'NUL bytes',
    content: text(`${headerLine}${rows(9000)}XA,a\u0000b\n`),
    key: 'binary',
    line: 9002,
    isInPreview: false,
  },
  {
    name: 'names in another encoding',
    content: () => Buffer.from('code,name,\xc3\xf8\xff\xff\xff\n', 'latin1'),
    key: 'wrongEncoding',
    line: 1,
    isInPreview: true,
  },
  { name: 'a header without names', content: text(`,\n${rows(3)}`), key: 'noHeader', isInPreview: true },
  { name: 'a name twice', content: text(`code,code\n${rows(3)}`), key: 'repeatedHeader', isInPreview: true },
  { name: 'a header alone', content: text(headerLine), key: 'noRows', isInPreview: true },
  { name: 'no column of codes', content: text('name,continent\nA,EU\n'), key: 'noKey', isInPreview: true },
  {
    name: 'a file cut in the middle',
    content: () => gzipSync(headerLine + rows(20_000)).subarray(0, -2000),
    key: 'truncated',
    isInPreview: true,
  },
];

test.each(badFiles)('$name is answered with $key, and changes nothing', async ({ content, key, line, isInPreview }) => {
  const before = await service.db('country').orderBy('id');
  const id = await imports.upload(editor, { entity: 'country', content: await content() });
  const { fault, import: previewed } = await imports.preview(editor, id);
  const expectedFault = { key, line: line ?? null, message: expect.stringMatching(/^[^{}]+$/) };
  if (isInPreview) expect(fault).toMatchObject(expectedFault);
  else expect(fault).toBeNull();
  if (previewed.options) {
    expect(await imports.stage(editor, id)).toMatchObject({ status: 'failed', fault: expectedFault, counts: null });
    expect(await service.db('task').orderBy('id', 'desc').first()).toMatchObject({
      status: 'failed',
      error_key: 'importFault',
    });
    await editor.expectRefusal('exportImportReport', { path: { id } }, 'invalidTransition');
    expect(await imports.rows(editor, id)).toEqual([]);
  } else await editor.expectRefusal('stageImport', { path: { id } }, 'invalidTransition');
  expect(await service.db('country').orderBy('id')).toEqual(before);
});

test('the problem of a cell is reported at that cell, and the other rows are read', async () => {
  const json = (fields: object) => JSON.stringify(fields);
  const content = [
    json({ code: 'XA', name: 'Sound' }),
    '{"code":"XB","name":"Half \\ud83d"}',
    json({ code: 'XC', name: 'Sound too' }),
  ].join('\n');
  const jsonImport = await imports.uploadAndStage(editor, { entity: 'country', filename: 'c.ndjson', content });
  expect(jsonImport.counts).toMatchObject({ new: 2, refused: 1 });
  const [refused] = await imports.rows(editor, jsonImport.id, { state: 'refused' });
  expect(refused).toMatchObject({
    line: 2,
    cells: ['XB', 'Half \ufffd'],
    problems: [{ column: 'name', rule: 'brokenText' }],
  });

  const times = ['2026-03-01 08:00', '2026-02-30 08:00', '2016-12-31T23:59:60Z', '2026-03-02 08:00'];
  const rates = times.map((time) => `USD,CNY,TEST,${time},1,7.1`).join('\n');
  const ratesImport = await imports.uploadAndStage(editor, {
    entity: 'rate_board',
    content: `base,quote,source,quotedAt,unit,middle\n${rates}\n`,
  });
  expect(ratesImport.counts).toMatchObject({ new: 2, refused: 2 });
  expect(await imports.rows(editor, ratesImport.id, { state: 'refused' })).toMatchObject(
    [3, 4].map((line) => ({ line, problems: [{ column: 'quotedAt', rule: 'notTime' }] })),
  );
});
