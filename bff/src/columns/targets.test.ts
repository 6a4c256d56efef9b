import { expect, test } from 'vitest';
import { rateBoard } from '#entities/rate-board.ts';
import { airport } from '../entities/airport.ts';
import { cabin } from '../entities/cabin.ts';
import { trainStation } from '../entities/train-station.ts';
import { targetOf, targetsOf } from './targets.ts';

const keys = (of: ReturnType<typeof targetsOf>) => of.map(({ key }) => key);

test('each field is a target, names by language and objects by member too, but what nobody writes', () => {
  expect(keys(targetsOf(airport))).toEqual([
    ...['code', 'name', 'country', 'city', 'continent', 'icaoCode', 'latitude', 'longitude', 'timezone', 'pinyin'],
    ...['locales', 'name[zh-CN]', 'aliases[zh-CN]', 'name[en]', 'aliases[en]'],
  ]);
  const station = keys(targetsOf(trainStation, []));
  expect(station).toEqual(
    expect.arrayContaining(['telegraphCode', 'verification', 'verification.state', 'verification.note']),
  );
  expect(station).not.toContain('code');
  expect(station).not.toContain('verification.by');
});

test('it says which of them name other records', () => {
  const referring = (of: ReturnType<typeof targetsOf>) => keys(of.filter(({ refers }) => refers));
  expect(referring(targetsOf(airport))).toEqual(['country', 'city']);
  expect(referring(targetsOf(trainStation))).toEqual(['city', 'airports']);
  expect(referring(targetsOf(rateBoard))).toEqual([]);
});

test('it says where a value goes, what records are known by, and how it stands in a cell', () => {
  expect(targetOf(cabin, 'airline')).toMatchObject({
    pointer: '/airline',
    isKey: true,
    required: false,
    cellFormat: 'text',
  });
  expect(targetOf(cabin, 'name[fr]')).toMatchObject({ pointer: '/locales/fr/name', language: 'fr', isPart: true });
  expect(targetOf(cabin, 'bookingClasses')).toMatchObject({ cellFormat: 'texts' });
  expect(targetOf(trainStation, 'telegraphCode')).toMatchObject({ isKey: true, required: true });
  expect(targetOf(trainStation, 'openingHours')).toMatchObject({ cellFormat: 'json' });
  expect(['base', 'middle', 'unit', 'quotedAt'].map((key) => targetOf(rateBoard, key)?.cellFormat)).toEqual([
    ...['text', 'decimal', 'number', 'time'],
  ]);
});

test.each([
  'version',
  'id',
  'name[not a language]',
  'names[en]',
  'verification.by',
  '__proto__',
])('%s is none', (key) => {
  expect(targetOf(trainStation, key)).toBeUndefined();
});
