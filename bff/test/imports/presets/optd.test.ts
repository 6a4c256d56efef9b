import { expect, test } from 'vitest';
import { chineseName } from '#imports/presets/opentraveldata.ts';
import { readOutcomes, readRawRecords } from './raw-records.ts';
import { splitSample } from './sample-sets.ts';

test('airlines: accounting codes except 0 are padded with zeros, and ended airlines and other companies are refused', () => {
  expect(readOutcomes('optd-airlines', splitSample('optd-airlines'))).toEqual([
    { code: 'Q9', name: 'Quill Air', icaoCode: 'QIL', iataAccountingCode: '016', 'name[zh-CN]': '鹅毛航空' },
    { code: 'R9', name: 'Rook Airways' },
    { rule: 'notCurrent', columns: [3] },
    { rule: 'noRecord', columns: [0] },
  ]);
});

test('airports: the first of several cities is used with its name', () => {
  const rawRecords = readRawRecords('optd-airports', splitSample('optd-places'));
  expect(rawRecords[0]).toMatchObject({
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
  expect(rawRecords.map(({ values, refused }) => refused ?? values.code)).toEqual([
    ...['QQF', { rule: 'noRecord', columns: [12] }, 'RKM', { rule: 'noRecord', columns: [12] }],
    { rule: 'notCurrent', columns: [2] },
  ]);
});

test('cities: a line of a city with its airport gives the name of the city', () => {
  const noRecord = { rule: 'noRecord', columns: [12] };
  expect(readOutcomes('optd-cities', splitSample('optd-places'))).toEqual([
    noRecord,
    { code: 'QQC', iataCode: 'QQC', name: 'Quillfield', country: 'NA', continent: 'AF', 'name[zh-CN]': '鹅毛市' },
    { code: 'RKM', iataCode: 'RKM', name: 'Rookmere', country: 'GB', continent: 'EU' },
    noRecord,
    noRecord,
  ]);
});

test('best known: lines have the city of an airport and coordinates for records without any, but no names', () => {
  expect(readRawRecords('optd-best-known', splitSample('optd-best-known'))).toMatchObject([
    {
      values: { code: 'QQF', city: 'QQC', latitude: '-22.5', longitude: '17.25' },
      onlyIfEmpty: ['latitude', 'longitude'],
    },
    { refused: { rule: 'noRecord', columns: [0] } },
    { values: { code: 'QQH', city: 'QQC' } },
  ]);
});

test.each([
  ['zh-CN is preferred to zh', 'zh|甲|p=zh-CN|乙|', '乙'],
  ['a preferred name wins', 'zh|甲|=zh|乙|ps', '乙'],
  ['a historic name is skipped', 'zh|甲|h=zh|乙|', '乙'],
  ['names of other languages are skipped', 'ja|甲|=wuu|乙|', ''],
  ['a malformed section has no name', '=|甲=zh', ''],
  ['an empty section has no name', '', ''],
])('Chinese names: %s', (_, section, name) => {
  expect(chineseName(section)).toBe(name);
});
