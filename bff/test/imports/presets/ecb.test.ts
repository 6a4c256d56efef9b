import { expect, test } from 'vitest';
import { publishedAt } from '#imports/presets/ecb-rates.ts';
import { readOutcomes, readRawRecords } from './raw-records.ts';
import { splitSample } from './sample-sets.ts';

test('a line yields one rate per currency, with the decimals of the file, and no rate for N/A', () => {
  const rate = (quote: string, quotedAt: string, middle: string) => ({
    base: 'EUR',
    source: 'ECB',
    unit: '1',
    quote,
    quotedAt,
    middle,
  });
  const [summer, winter] = ['2026-04-13T14:00:00.000Z', '2001-01-15T15:00:00.000Z'];
  expect(readOutcomes('ecb-rates', splitSample('ecb-rates'))).toEqual([
    rate('USD', summer, '1.1684'),
    rate('JPY', summer, '186.75'),
    rate('USD', winter, '0.9421'),
    rate('JPY', winter, '112.50'),
    rate('CYP', winter, '0.57310'),
    rate('TRL', winter, '639000'),
    { rule: 'noRecord', columns: [0] },
  ]);
});

test('each rate refers to the columns of its currency and of its date', () => {
  const [, yenRawRecord] = readRawRecords('ecb-rates', splitSample('ecb-rates'));
  expect(yenRawRecord?.sourceColumns).toEqual({
    base: [],
    source: [],
    unit: [],
    quotedAt: [0],
    quote: [2],
    middle: [2],
  });
});

test.each([
  ['13 April 2026', '2026-04-13T14:00:00.000Z'],
  ['2 January 2026', '2026-01-02T15:00:00.000Z'],
  ['2026-02-30', '2026-02-30'],
  ['13 Sometime 2026', '13 Sometime 2026'],
  ['yesterday', 'yesterday'],
])('the day %s is parsed as %s', (day, quotedAt) => {
  // Single-day files have spaces before the currencies.
  const [rawRecord] = readRawRecords('ecb-rates', [
    ['Date', ' USD', ' '],
    [day, ' 1.1684', ' '],
  ]);
  expect(rawRecord?.values).toMatchObject({ quotedAt, quote: 'USD', middle: '1.1684' });
});

test('rates are published at 16:00 in Frankfurt, summer and winter', () => {
  expect(publishedAt('2026-03-27')).toBe('2026-03-27T15:00:00.000Z');
  expect(publishedAt('2026-03-30')).toBe('2026-03-30T14:00:00.000Z');
});
