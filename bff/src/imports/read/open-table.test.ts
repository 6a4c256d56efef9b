import { describe, expect, test } from 'vitest';
import { readCells, readFileFault } from '../../../test/kit/files/read-import-file.ts';
import { fileOpener } from '../../../test/kit/files/sample-files.ts';
import type { Preset } from '../presets/preset.ts';
import { detect } from './detect.ts';

const COLUMNS = 200;
const names = Array.from({ length: COLUMNS }, (_, index) => `c${index}`);

const preset: Preset = {
  key: 'test-places',
  entity: 'city',
  label: { 'zh-CN': '测试', en: 'Test' },
  source: 'https://example.org',
  licence: 'CC0-1.0',
  recognises: ({ columns, text }) => columns[0] === '@' || text.startsWith('places('),
  columns: ['mark', 'code'],
  records: () => [],
};

describe('the separator', () => {
  test.each([
    [',', 'a,b\n"x;y;z",1\n"p;q;r",2\n'],
    [';', 'a;b;c\n1,5;2,5;3,5\n1,5;2,5;3,5\n'],
    ['\t', 'a\tb\n1, 2\tx\n'],
    ['|', 'a|b|c\n1,2|3,4|5\n'],
    ['^', 'pk^code\nA,B=C;D^1\n'],
    [',', 'only\nCN\nFR\n'],
    // these begin like a program, a picture and an archive
    [',', 'MZ,莫桑比克\n'],
    [';', 'GIFU;1\n'],
    ['\t', 'PK\tPakistan\n'],
  ])('is %j', async (separator, text) => {
    expect(await detect(fileOpener(text), [])).toMatchObject({ separator, format: 'csv' });
  });
});

describe('the header', () => {
  test('is missing if the first row looks like values, so the columns are numbered', async () => {
    for (const text of ['CN,China,35.5\nFR,France,46\n', 'CN,2020-01-31\n', 'CN,,,x,\n']) {
      const options = await detect(fileOpener(text), []);
      expect(options.header).toBe(false);
      const [columns, first] = await readCells(fileOpener(text), options);
      expect(columns).toEqual(
        text
          .split('\n')[0]
          ?.split(',')
          .map((_, index) => String(index + 1)),
      );
      expect(first?.[0]).toBe('CN');
    }
  });

  test('may lack a name, which is replaced by the column number', async () => {
    expect((await readCells(fileOpener('\ufeff Date , USD,\n1,2,\n')))[0]).toEqual(['Date', 'USD', '3']);
  });

  test.each([
    ['no names', ',,\n1,2,3\n', { key: 'noHeader' }],
    ['a repeated name', 'code,name, code\n1,2,3\n', { key: 'repeatedHeader', detail: 'code' }],
    ['200 names', `${names}\n${names}\n`, { key: 'tooManyColumns', limit: 150 }],
    ['no rows after it', 'code,name\n\n,\n', { key: 'noRows' }],
  ])('is refused with %s', async (_, text, fault) => {
    const options = await detect(fileOpener(text), []);
    expect(options.header).toBe(true);
    expect(await readFileFault(fileOpener(text), options)).toEqual(fault);
  });
});

test('refuses more than a million rows', async () => {
  const text = `a\n${'1\n'.repeat(1_000_001)}`;
  expect(await readFileFault(fileOpener(text, 65_536))).toEqual({ key: 'tooManyRows', limit: 1_000_000 });
});

test('refuses 200 columns without a header', async () => {
  expect(await readFileFault(fileOpener(`${names}\n`), { header: false })).toEqual({
    key: 'tooManyColumns',
    limit: 150,
  });
});

describe('a preset', () => {
  test('is recognised and names the columns of a file without a header', async () => {
    const options = await detect(fileOpener('@,CN\n@,FR\n'), [{ ...preset, recognises: () => false }, preset]);
    expect(options).toMatchObject({ preset: { key: 'test-places' }, format: 'csv', header: false });
    expect(await readCells(fileOpener('@,CN\n@,FR\n'), options)).toEqual([
      ['mark', 'code'],
      ['@', 'CN'],
      ['@', 'FR'],
    ]);
  });

  test('reads a text that is no table', async () => {
    const splitting: Preset = {
      ...preset,
      async *parseLines(text) {
        for await (const chunk of text) yield [{ line: 1, cells: ['@', chunk.trim()] }];
      },
    };
    const file = fileOpener('places("CN)', 4096);
    const options = await detect(file, [splitting]);
    expect(options).toMatchObject({ format: 'preset', preset: splitting });
    expect((await readCells(file, options))[1]).toEqual(['@', 'places("CN)']);
  });

  test('refuses another file', async () => {
    expect(await readFileFault(fileOpener('a,b\n1,2\n'), { preset })).toEqual({ key: 'otherPreset' });
  });
});

test('passes on an error of the source stream', async () => {
  const file = fileOpener('a,b\n1,2\n');
  const failing = () => file().map(() => Promise.reject(new Error('Gone')));
  await expect(readFileFault(failing)).rejects.toThrow('Gone');
});
