import { expect, test } from 'vitest';
import { presets } from '#imports/presets/index.ts';
import { findPreset } from './raw-records.ts';
import { sampleHead, sampleSets } from './sample-sets.ts';

const findMatchingPresets = (name: (typeof sampleSets)[number]) =>
  presets.filter((preset) => preset.recognises(sampleHead(name))).map(({ key }) => key);

test.each(
  sampleSets.filter((name) => name !== 'optd-places'),
)('%s is recognised only by the preset with its name', (name) => {
  expect(findMatchingPresets(name)).toEqual([name]);
});

test('a file of places is recognised by presets of two entities', () => {
  expect(findMatchingPresets('optd-places')).toEqual(['optd-airports', 'optd-cities']);
  expect(findPreset('optd-airports').entity).not.toBe(findPreset('optd-cities').entity);
});

test.each([
  [
    'an ordinary table',
    { columns: ['code', 'name'], lines: [['QQF', 'Quillfield']], text: 'code,name\nQQF,Quillfield' },
  ],
  ['an empty file', { columns: [], lines: [], text: '' }],
  ['an unrelated script', { columns: ["var names ='@a|b'"], lines: [], text: "var names ='@a|b';" }],
  ['dates with prices', { columns: ['Date', 'Price', 'Note'], lines: [['2026-04-13', '1', '']], text: '' }],
])('%s is not recognised by any preset', (_, head) => {
  expect(presets.filter((preset) => preset.recognises(head))).toEqual([]);
});

test('a file without a header is recognised by all of its first lines', () => {
  const { columns, lines, text } = sampleHead('openflights-airlines');
  const preset = findPreset('openflights-airlines');
  expect(preset.recognises({ columns, lines: [], text })).toBe(true);
  expect(preset.recognises({ columns, lines: [...lines, ['3', 'short']], text })).toBe(false);
});

test('the regions of OurAirports are not recognised as countries, but airports with 18 columns are recognised', () => {
  const airports = sampleHead('ourairports-airports');
  const olderColumns = airports.columns.filter((column) => column !== 'icao_code');
  expect(olderColumns).toHaveLength(18);
  expect(findPreset('ourairports-airports').recognises({ ...airports, columns: olderColumns })).toBe(true);
  const regionColumns = ['id', 'code', 'local_code', 'name', 'continent', 'iso_country', 'wikipedia_link', 'keywords'];
  expect(findPreset('ourairports-countries').recognises({ columns: regionColumns, lines: [], text: '' })).toBe(false);
});

test('ten columns with the longitude first are not recognised as airports', () => {
  const { columns, lines, text } = sampleHead('openflights-airports-10');
  const shiftedLines = [columns, ...lines].map(([...cells]) => cells.toSpliced(5, 2, '117.25', '-22.5'));
  const [headerCells = [], ...dataLines] = shiftedLines;
  expect(findPreset('openflights-airports-10').recognises({ columns: headerCells, lines: dataLines, text })).toBe(
    false,
  );
});

test.each([
  ["station_names='@eml|鹅毛岭|QQL|emaoling|eml|0';", true],
  ['@eml|鹅毛岭|QQL|emaoling|eml|0@emd|鹅毛东|QQD|emaodong|emd|1', true],
  ['@everybody said|so', false],
  ['@a,b', false],
])('stations of 12306 without var: %s', (text, isRecognised) => {
  expect(findPreset('12306-stations').recognises({ columns: [text], lines: [], text })).toBe(isRecognised);
});

test('keys are unique, and sources are URLs', () => {
  expect(new Set(presets.map(({ key }) => key)).size).toBe(presets.length);
  for (const { source, licence } of presets) {
    expect(new URL(source).protocol).toBe('https:');
    expect(licence).not.toBe('');
  }
});
