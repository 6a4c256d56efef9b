import { expect, test } from 'vitest';
import { presets } from '#imports/presets/index.ts';
import { cutOuts, headOf } from './cut-outs.ts';
import { presetOf } from './drafts.ts';

const recognisedBy = (name: (typeof cutOuts)[number]) =>
  presets.filter((preset) => preset.recognises(headOf(name))).map(({ key }) => key);

test.each(cutOuts.filter((name) => name !== 'optd-places'))('%s is recognised by its own preset alone', (name) => {
  expect(recognisedBy(name)).toEqual([name]);
});

test('a sheet of places is known to the presets of two kinds', () => {
  expect(recognisedBy('optd-places')).toEqual(['optd-airports', 'optd-cities']);
  expect(presetOf('optd-airports').entity).not.toBe(presetOf('optd-cities').entity);
});

test.each([
  [
    'a table of one’s own',
    { columns: ['code', 'name'], lines: [['QQF', 'Quillfield']], text: 'code,name\nQQF,Quillfield' },
  ],
  ['nothing', { columns: [], lines: [], text: '' }],
  ['a script of something else', { columns: ["var names ='@a|b'"], lines: [], text: "var names ='@a|b';" }],
  ['dates with prices', { columns: ['Date', 'Price', 'Note'], lines: [['2026-04-13', '1', '']], text: '' }],
])('%s is recognised by none', (_, head) => {
  expect(presets.filter((preset) => preset.recognises(head))).toEqual([]);
});

test('a file without header is judged by all its first lines', () => {
  const { columns, lines, text } = headOf('openflights-airlines');
  const preset = presetOf('openflights-airlines');
  expect(preset.recognises({ columns, lines: [], text })).toBe(true);
  expect(preset.recognises({ columns, lines: [...lines, ['3', 'short']], text })).toBe(false);
});

test('OurAirports without ICAO codes and its regions are not taken for what they are not', () => {
  const airports = headOf('ourairports-airports');
  const old = airports.columns.filter((column) => column !== 'icao_code');
  expect(presetOf('ourairports-airports').recognises({ ...airports, columns: old })).toBe(false);
  const regions = ['id', 'code', 'local_code', 'name', 'continent', 'iso_country', 'wikipedia_link', 'keywords'];
  expect(presetOf('ourairports-countries').recognises({ columns: regions, lines: [], text: '' })).toBe(false);
});

test('keys are unique, sources are addresses', () => {
  expect(new Set(presets.map(({ key }) => key)).size).toBe(presets.length);
  for (const { source, licence } of presets) {
    expect(new URL(source).protocol).toBe('https:');
    expect(licence).not.toBe('');
  }
});
