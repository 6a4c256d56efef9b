import { describe, expect, test } from 'vitest';
import { readCells, readFileFault, readImportFile } from '../../../test/kit/files/read-import-file.ts';
import { fileOpener } from '../../../test/kit/files/sample-files.ts';
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

describe('detects and reads', () => {
  test.each([
    ['ndjson', 'a record per line', ndjson],
    ['ndjson', 'a record per line with a final line end', `\n${ndjson}\n\n`],
    ['json', 'an array', JSON.stringify(records)],
    ['json', 'an array on many lines', JSON.stringify(records, null, 2)],
    ['json', 'an array as items', JSON.stringify({ total: 2, tags: [1], items: records })],
    ['json', 'an array as data, on many lines', JSON.stringify({ meta: {}, data: records, more: [[]] }, null, 2)],
    ['json', 'a response of the API', JSON.stringify({ code: 0, message: 'OK', data: { items: records, total: 2 } })],
    ['json', 'an array under any name', JSON.stringify({ meta: { of: [] }, total: 2, airports: records })],
    ['json', 'an array under any name, on many lines', JSON.stringify({ note: '', 'a.b': records }, null, 1)],
  ])('%s: %s', async (format, _, text) => {
    const options = await detect(fileOpener(text), []);
    expect(options.format).toBe(format);
    for (const size of [5, 65_536]) expect(await readCells(fileOpener(text, size), options)).toEqual(cells);
  });
});

test.each([
  ['on one line', 0],
  ['on many lines', 1],
])('reads records that are keyed by their codes, %s', async (_, indent) => {
  const text = JSON.stringify({ updated: '2026', PEK: records[0], 'US-00A': records[1] }, null, indent);
  const options = await detect(fileOpener(text), []);
  expect(options.format).toBe(indent ? 'json' : 'ndjson');
  const withoutMetadata = JSON.stringify({ pek: records[0], '00A': records[1] }, null, indent);
  expect((await detect(fileOpener(withoutMetadata), [])).format).toBe('json');
  for (const [each, key] of [
    [text, 'PEK'],
    [withoutMetadata, 'pek'],
  ] as const) {
    for (const size of [5, 65_536]) {
      const [names, first] = await readCells(fileOpener(each, size), { format: 'json' });
      expect([names?.[0], first?.[0]]).toEqual(['(key)', key]);
      expect([names?.slice(1), first?.slice(1)]).toEqual(cells.slice(0, 2));
    }
  }
});

test('reads a single object as NDJSON unless it contains records', async () => {
  expect((await detect(fileOpener('{"code":"CN","data":1}'), [])).format).toBe('ndjson');
  expect((await detect(fileOpener('{"items":[]}\n'), [])).format).toBe('json');
});

test('numbers records of an array by position and those of NDJSON by line', async () => {
  const text = '{"items": [\n{\n"a": {"b": [1,\n2]}},\n\n {"a": 1\n}, {"a":\n2}]}';
  const { lines } = await readImportFile(fileOpener(text, 6), { format: 'json' });
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3]);
  const byLine = await readImportFile(fileOpener('{"a":1}\n\n{"a":2}\n', 6), { format: 'ndjson' });
  expect(byLine.lines.map(({ line }) => line)).toEqual([1, 3]);
});

test('appends fields that the first records lack as extra cells', async () => {
  const text = `${'{"a":1}\n'.repeat(200)}{"b":2,"a":1}`;
  const all = await readCells(fileOpener(text), { format: 'ndjson' });
  expect([all[0], all[200], all[201]]).toEqual([['a'], ['1'], ['1', '2']]);
});

describe('refuses', () => {
  test.each([
    ['ndjson', 'invalid JSON', '{"a":1}\n{"a":}\n{"a":3}\n', { key: 'notJson', line: 2 }],
    ['ndjson', 'a value that is no object', '{"a":1}\n[1]\n', { key: 'notJson', line: 2 }],
    ['ndjson', 'an end within a record', '{"a":1}\n{"a":', { key: 'truncated' }],
    ['json', 'invalid JSON', '[{"a":1},\n{"a":}]', { key: 'notJson', line: 2 }],
    ['json', 'a value that is no object', '[{"a":1},\n3]', { key: 'notJson', line: 2 }],
    ['json', 'text after the end', '[{"a":1}]\n[{"a":1}]', { key: 'notJson', line: 2 }],
    ['json', 'an end within a record', '[{"a":1},\n{"a":"x', { key: 'truncated' }],
    ['json', 'an end after a record', '[{"a":1}\n', { key: 'truncated' }],
    ['json', 'no records', '[]', { key: 'noRows' }],
    ['json', 'too many fields', `[{${fields(200)}}]`, { key: 'tooManyColumns', limit: 150 }],
    [
      'ndjson',
      'a line that is too long',
      `{"a":1}\n{"a":"${'x'.repeat(300_000)}"}`,
      { key: 'rowTooLong', line: 2, limit: 256 },
    ],
    [
      'json',
      'a record that is too long',
      `[{"a":1},\n{"a":"${'x'.repeat(300_000)}"}]`,
      { key: 'rowTooLong', line: 2, limit: 256 },
    ],
    ['json', 'a text of 10 MiB', `[{"a":"${'x'.repeat(10 * 2 ** 20)}"}]`, { key: 'rowTooLong', line: 1, limit: 256 }],
  ] as const)('%s: %s', async (format, _, text, fault) => {
    expect(await readFileFault(fileOpener(text, 65_536), { format })).toEqual(fault);
  });

  test('an HTML page', async () => {
    await expect(detect(fileOpener('\n<!DOCTYPE html>\n<table><tr><td>1,2'), [])).rejects.toMatchObject({
      key: 'unknownType',
    });
  });
});

function fields(count: number): string {
  return Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',');
}
