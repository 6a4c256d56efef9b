import { expect, test } from 'vitest';
import { chineseName } from '#imports/presets/opentraveldata.ts';
import { readDrafts, readOutcomes } from './drafts.ts';
import { cellsOf } from './sample-sets.ts';

test('airlines: 0 is no accounting code, others are padded with zeros, and ended or other companies are refused', () => {
  expect(readOutcomes('optd-airlines', cellsOf('optd-airlines'))).toEqual([
    { code: 'Q9', name: 'Quill Air', icaoCode: 'QIL', iataAccountingCode: '016', 'name[zh-CN]': '鹅毛航空' },
    { code: 'R9', name: 'Rook Airways' },
    { rule: 'notCurrent', columns: [3] },
    { rule: 'noRecord', columns: [0] },
  ]);
});

test('airports: the first of several cities, with its name', () => {
  const drafts = readDrafts('optd-airports', cellsOf('optd-places'));
  expect(drafts[0]).toMatchObject({
    values: {
      code: 'QQF',
      name: 'Quillfield International Airport',
      country: 'NA',
      continent: 'AF',
      city: 'QQC',
      icaoCode: 'ZZQQ',
      latitude: '-22.5',
      longitude: '17.25',
      timezone: 'Africa/Windhoek',
      'name[zh-CN]': '鹅毛机场',
    },
    names: { city: 'Quillfield' },
    onlyIfEmpty: ['name[zh-CN]'],
  });
  expect(drafts.map(({ values, refused }) => refused ?? values.code)).toEqual([
    ...['QQF', { rule: 'noRecord', columns: [12] }, 'RKM', { rule: 'noRecord', columns: [12] }],
    { rule: 'notCurrent', columns: [2] },
  ]);
});

test('cities: a line of a city with its airport gives the name of the city', () => {
  const noRecord = { rule: 'noRecord', columns: [12] };
  expect(readOutcomes('optd-cities', cellsOf('optd-places'))).toEqual([
    noRecord,
    { code: 'QQC', iataCode: 'QQC', name: 'Quillfield', country: 'NA', continent: 'AF', 'name[zh-CN]': '鹅毛市' },
    { code: 'RKM', iataCode: 'RKM', name: 'Rookmere', country: 'GB', continent: 'EU' },
    noRecord,
    noRecord,
  ]);
});

test('best known: gives the city of an airport, and coordinates where the record has none, but no names', () => {
  expect(readDrafts('optd-best-known', cellsOf('optd-best-known'))).toMatchObject([
    {
      values: { code: 'QQF', city: 'QQC', latitude: '-22.5', longitude: '17.25' },
      onlyIfEmpty: ['latitude', 'longitude'],
    },
    { refused: { rule: 'noRecord', columns: [0] } },
    { values: { code: 'QQH', city: 'QQC' } },
  ]);
});

test.each([
  ['zh-CN before zh', 'zh|甲|p=zh-CN|乙|', '乙'],
  ['the preferred one', 'zh|甲|=zh|乙|ps', '乙'],
  ['no historic one', 'zh|甲|h=zh|乙|', '乙'],
  ['none of another language', 'ja|甲|=wuu|乙|', ''],
  ['nothing of an odd section', '=|甲=zh', ''],
  ['nothing of an empty one', '', ''],
])('Chinese names: %s', (_, section, name) => {
  expect(chineseName(section)).toBe(name);
});
