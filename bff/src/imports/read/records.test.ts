import { describe, expect, test } from 'vitest';
import { readCells, readFileFault, readImportFile } from '../../../test/kit/read-import-file.ts';
import { fileOpener } from '../../../test/kit/sample-files.ts';
import { detect } from './detect.ts';

const records = [
  { code: 'CN', name: '中国', area: 9.6, isLocked: true, aliases: ['PRC', 'a;b'], note: null },
  { code: 'FR', name: 'France', locales: { fr: { name: 'France' } }, __proto__own: 'x' },
];
const cells = [
  ['code', 'name', 'area', 'isLocked', 'aliases', 'note', 'locales', '__proto__own'],
  ['CN', '中国', '9.6', 'true', '["PRC","a;b"]', '', '', ''],
  ['FR', 'France', '', '', '', '', '{"fr":{"name":"France"}}', 'x'],
];
const ndjson = records.map((record) => JSON.stringify(record)).join('\r\n');

describe('knows and reads', () => {
  test.each([
    ['ndjson', 'records by line', ndjson],
    ['ndjson', 'records by line with an end', `\n${ndjson}\n\n`],
    ['json', 'an array', JSON.stringify(records)],
    ['json', 'an array over many lines', JSON.stringify(records, null, 2)],
    ['json', 'an array as items', JSON.stringify({ total: 2, tags: [1], items: records })],
    ['json', 'an array as data, over many lines', JSON.stringify({ meta: {}, data: records, more: [[]] }, null, 2)],
    ['json', 'an answer of the API', JSON.stringify({ code: 0, message: 'OK', data: { items: records, total: 2 } })],
    ['json', 'an array under any name', JSON.stringify({ meta: { of: [] }, total: 2, airports: records })],
    ['json', 'an array under any name, over many lines', JSON.stringify({ note: '', 'a.b': records }, null, 1)],
  ])('%s: %s', async (format, _, text) => {
    const options = await detect(fileOpener(text), []);
    expect(options.format).toBe(format);
    for (const size of [5, 65_536]) expect(await readCells(fileOpener(text, size), options)).toEqual(cells);
  });
});

test.each([
  ['on one line', 0],
  ['over many lines', 1],
])('reads records that stand under their codes, %s', async (_, indent) => {
  const text = JSON.stringify({ updated: '2026', PEK: records[0], 'US-00A': records[1] }, null, indent);
  const options = await detect(fileOpener(text), []);
  expect(options.format).toBe(indent ? 'json' : 'ndjson');
  const bare = JSON.stringify({ pek: records[0], '00A': records[1] }, null, indent);
  expect((await detect(fileOpener(bare), [])).format).toBe('json');
  for (const [each, key] of [
    [text, 'PEK'],
    [bare, 'pek'],
  ] as const) {
    for (const size of [5, 65_536]) {
      const [names, first] = await readCells(fileOpener(each, size), { format: 'json' });
      expect([names?.[0], first?.[0]]).toEqual(['(key)', key]);
      expect([names?.slice(1), first?.slice(1)]).toEqual(cells.slice(0, 2));
    }
  }
});

test('one record is one line, unless it holds others', async () => {
  expect((await detect(fileOpener('{"code":"CN","data":1}'), [])).format).toBe('ndjson');
  expect((await detect(fileOpener('{"items":[]}\n'), [])).format).toBe('json');
});

test('numbers the records of an array by their position, and the others by their line', async () => {
  const text = '{"items": [\n{\n"a": {"b": [1,\n2]}},\n\n {"a": 1\n}, {"a":\n2}]}';
  const { lines } = await readImportFile(fileOpener(text, 6), { format: 'json' });
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3]);
  const byLine = await readImportFile(fileOpener('{"a":1}\n\n{"a":2}\n', 6), { format: 'ndjson' });
  expect(byLine.lines.map(({ line }) => line)).toEqual([1, 3]);
});

test('fields that none of the first records has come as cells too many', async () => {
  const text = `${'{"a":1}\n'.repeat(200)}{"b":2,"a":1}`;
  const all = await readCells(fileOpener(text), { format: 'ndjson' });
  expect([all[0], all[200], all[201]]).toEqual([['a'], ['1'], ['1', '2']]);
});

describe('refuses', () => {
  test.each([
    ['ndjson', 'what is no JSON', '{"a":1}\n{"a":}\n{"a":3}\n', { key: 'notJson', line: 2 }],
    ['ndjson', 'what is no record', '{"a":1}\n[1]\n', { key: 'notJson', line: 2 }],
    ['ndjson', 'what ends within a record', '{"a":1}\n{"a":', { key: 'truncated' }],
    ['json', 'what is no JSON', '[{"a":1},\n{"a":}]', { key: 'notJson', line: 2 }],
    ['json', 'what is no record', '[{"a":1},\n3]', { key: 'notJson', line: 2 }],
    ['json', 'what goes on after its end', '[{"a":1}]\n[{"a":1}]', { key: 'notJson', line: 2 }],
    ['json', 'what ends within a record', '[{"a":1},\n{"a":"x', { key: 'truncated' }],
    ['json', 'what ends after a record', '[{"a":1}\n', { key: 'truncated' }],
    ['json', 'no records', '[]', { key: 'noRows' }],
    ['json', 'too many fields', `[{${fields(200)}}]`, { key: 'tooManyColumns', limit: 150 }],
    [
      'ndjson',
      'too long a line',
      `{"a":1}\n{"a":"${'x'.repeat(300_000)}"}`,
      { key: 'rowTooLong', line: 2, limit: 256 },
    ],
    [
      'json',
      'too long a record',
      `[{"a":1},\n{"a":"${'x'.repeat(300_000)}"}]`,
      { key: 'rowTooLong', line: 2, limit: 256 },
    ],
    ['json', 'a text of 10 MiB', `[{"a":"${'x'.repeat(10 * 2 ** 20)}"}]`, { key: 'rowTooLong', line: 1, limit: 256 }],
  ] as const)('%s: %s', async (format, _, text, fault) => {
    expect(await readFileFault(fileOpener(text, 65_536), { format })).toEqual(fault);
  });

  test('a page of the web', async () => {
    await expect(detect(fileOpener('\n<!DOCTYPE html>\n<table><tr><td>1,2'), [])).rejects.toMatchObject({
      key: 'unknownType',
    });
  });
});

function fields(count: number): string {
  return Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',');
}
