import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../test-database.ts';
import { readStarterSet } from './read-starter-set.ts';

const database = testDatabase();
const kinds = ['country', 'city', 'airline', 'protocol', 'airport', 'rate_board', 'eurail_station', 'train_station'];
let set: Awaited<ReturnType<typeof readStarterSet>>;

beforeAll(async () => {
  set = await readStarterSet(database, kinds);
});
afterAll(() => database.drop());

const byCode = (key: string) => new Map(set.records(key).map((record) => [record.code, record]));

test('airports and stations lie in the country and on the continent of their city', () => {
  const cities = byCode('city');
  const countries = byCode('country');
  for (const key of ['airport', 'eurail_station']) {
    for (const { code, city, country } of set.records(key)) {
      if (city !== null) expect([code, cities.get(city)?.country]).toEqual([code, country]);
    }
  }
  for (const { code, country, continent } of [...set.records('city'), ...set.records('airport')]) {
    expect([code, countries.get(country)?.continent]).toEqual([code, continent]);
  }
  const stations = set.records('train_station').map(({ city }) => cities.get(city)?.country);
  expect(new Set(stations)).toEqual(new Set(['CN', 'HK']));
});

test('forty airports and more are in mainland China, and only its cities have codes of GB/T 2260', () => {
  expect(set.records('airport').filter(({ country }) => country === 'CN').length).toBeGreaterThanOrEqual(40);
  for (const { code, country, cnCode } of set.records('city')) {
    if (cnCode !== null) expect([code, country]).toEqual([code, 'CN']);
  }
});

test('thirty pairs have a rate on each of thirty days', () => {
  const pairs = new Map<string, Set<unknown>>();
  for (const { base, quote, source, quotedAt, middle } of set.records('rate_board')) {
    const pair = `${base}/${quote} ${source}`;
    pairs.set(pair, (pairs.get(pair) ?? new Set()).add(quotedAt));
    expect(quote).not.toBe(base);
    expect(middle).not.toBeNull();
  }
  expect(pairs.size).toBe(30);
  for (const [pair, days] of pairs) expect([pair, days.size]).toEqual([pair, 30]);
});

test('a protocol ends after it begins, and those of airlines name theirs', () => {
  for (const { code, type, airline, validFrom, validTo } of set.records('protocol')) {
    expect([code, String(validFrom) <= String(validTo)]).toEqual([code, true]);
    expect([code, airline !== null]).toEqual([code, type === 'airline']);
  }
});

test('the parent of a European station has none itself', () => {
  const stations = byCode('eurail_station');
  const parents = set.records('eurail_station').flatMap(({ parent }) => parent ?? []);
  expect(parents.length).toBeGreaterThan(0);
  for (const parent of parents) expect([parent, stations.get(parent)?.parent]).toEqual([parent, null]);
});
