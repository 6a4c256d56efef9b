import { expect, test } from 'vitest';
import type { FileLine } from '#imports/file-model.ts';
import { splitStations } from '#imports/presets/stations.ts';
import { sampleHead } from './sample-sets.ts';

async function* chunks(text: string, size: number) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size);
}

async function split(text: string, size = 7): Promise<FileLine[]> {
  const lines: FileLine[] = [];
  for await (const batch of splitStations(chunks(text, size))) lines.push(...batch);
  return lines;
}

test.each([1, 7, 10_000])('stations become numbered lines for any chunk size (%i)', async (size) => {
  const lines = await split(sampleHead('12306-stations').text, size);
  expect(lines).toEqual([
    { line: 1, cells: ['eml', '鹅毛岭', 'QQL', 'emaoling', 'eml', '0', '9901', '鹅毛', '', '', ''] },
    { line: 2, cells: ['emd', '鹅  毛 东', 'QQD', 'emaodong', 'emd', '1', '9901', '鹅毛', 'lao', '老挝', 'quill'] },
  ]);
});

test('stations of the older format get empty fields, and other numbers of fields are left unchanged', async () => {
  const lines = await split('var station_names ="@eml|鹅毛岭|QQL|emaoling|eml|0@a|b|c";\n');
  expect(lines.map(({ cells }) => cells)).toEqual([
    ['eml', '鹅毛岭', 'QQL', 'emaoling', 'eml', '0', '', '', '', '', ''],
    ['a', 'b', 'c'],
  ]);
});

test.each([1, 7, 10_000])('stations are also read without the surrounding script (%i)', async (size) => {
  const lines = await split('@eml|鹅毛岭|QQL|emaoling|eml|0@emd|鹅毛东|QQD|emaodong|emd|1\n', size);
  expect(lines.map(({ cells }) => [cells[2], cells[5]])).toEqual([
    ['QQL', '0'],
    ['QQD', '1'],
  ]);
});

test('text after the list is ignored', async () => {
  expect(await split("var station_names ='@a|b';var favorite_names ='@c|d';")).toHaveLength(1);
});

test.each([
  ['a truncated list', "var station_names ='@eml|鹅毛岭|QQL|em", { key: 'truncated' }],
  ['another script', 'var favorite_names = 1;', { key: 'otherPreset' }],
  ['a long text of something else', 'x'.repeat(300 * 1024), { key: 'otherPreset' }],
  ['an empty file', '', { key: 'otherPreset' }],
  [
    'one endless station',
    `var station_names ='@a|b@${'x'.repeat(300 * 1024)}`,
    { key: 'rowTooLong', parameters: { line: 2, limit: 256 } },
  ],
])('%s causes a fault', async (_, text, fault) => {
  await expect(split(text, 65_536)).rejects.toMatchObject(fault);
});
