import { expect, it } from 'vitest';
import type { CodedRecord } from '#crud/read/find-records.ts';
import { typedSyllables } from '#crud/text/pinyin.ts';
import { createRanking, NO_MATCH, noSyllables } from './set-search.ts';

const locales = {
  'zh-CN': { name: '北京首都国际机场T3航站楼', aliases: ['首都机场'] },
  pt: { name: 'Aeroporto de Pequim' },
};
// the cast: a search reads nothing else
const capital = { code: 'PEK', icaoCode: 'ZBAA', name: 'Beijing Capital – Shùnyì', locales } as unknown as CodedRecord;
const station = {
  code: '8099991',
  uicCode: '8099991',
  city: 'BJS',
  name: 'Peking Hbf',
  locales: {},
  operatorCodes: [{ operator: 'DB', code: '8012345' }],
} as unknown as CodedRecord;

it.each([
  ['pek', 0],
  ['PE', 1],
  ['beij', 2],
  ['BEIJING CAP', 2],
  ['北京首', 2],
  ['bjsd', 2],
  ['beijingshoudu', 2],
  ['zba', 3],
  ['shunyi', 3],
  ['首都', 2],
  ['都国', 3],
  ['京都', NO_MATCH],
  ['sdgj', 3],
  ['guoji beijing', 3],
  ['t3', 3],
  ['pequim', 3],
  ['eijing', NO_MATCH],
  ['–', NO_MATCH],
  ['', 3],
])('ranks an airport for “%s”: %i', (query, rank) =>
  expect(createRanking(query, 'AirportWrite', typedSyllables)(capital)).toBe(rank));

it.each([
  ['8099', 1],
  ['80123', 3],
  // a code of another record
  ['BJS', NO_MATCH],
])('ranks a station for “%s”: %i', (query, rank) =>
  expect(createRanking(query, 'EurailStationWrite', noSyllables)(station)).toBe(rank));
