/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchText } from '../../src/crud/list/search-text.ts';
import { city } from '../../src/entities/city.ts';
import type { Client } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

/** Exceeds the limit up to which each list counts its records. */
const MANY_CITIES = 10_500;

const insertCities = (code: string, from: string) =>
  service.db.raw(
    `INSERT INTO city (code, name, locales, status, version, create_time, update_time, created_by, updated_by, search)
     SELECT ${code}, 'Many', '{}', 'active', 1, '2026-01-01', '2026-01-01', 'test', 'test', ? FROM ${from}`,
    [searchText(city, { name: 'Many', locales: {} })],
  );

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  await insertCities("CONCAT('M', LPAD(n, 6, '0'))", `(${numbersSql(MANY_CITIES)}) AS numbers`);
}, 60_000);
afterAll(() => service.stop());

const countTotal = async (query = {}) => (await viewer.ok('listCities', { query })).total;

test('a large total is cached, and is up to date within five seconds', async () => {
  const totalBefore = await countTotal();
  expect(totalBefore).toBeGreaterThan(MANY_CITIES);
  await insertCities("'ONEMORE'", '(SELECT 1) AS one');
  expect(await countTotal()).toBe(totalBefore);
  expect(await countTotal({ code: 'ONEMORE' })).toBe(1);
  const elapsedMs = startStopwatch();
  await insertCities("'TWOMORE'", '(SELECT 1) AS one');
  expect(await countTotal({ name: 'onemore' })).toBe(0);
  await expect.poll(countTotal, { interval: 100 }).toBe(totalBefore + 2);
  expect(elapsedMs()).toBeLessThan(5000);
});

test('a large total of a search is cached too', async () => {
  const query = { name: 'many' };
  const totalBefore = await countTotal(query);
  expect(totalBefore).toBeGreaterThan(MANY_CITIES);
  const elapsedMs = startStopwatch();
  await insertCities("'SIXMORE'", '(SELECT 1) AS one');
  expect(await countTotal({ ...query, page: 2, status: 'active' })).toBe(totalBefore);
  expect(await countTotal({ ...query, code: 'SIXMORE' })).toBe(1);
  await expect.poll(() => countTotal(query), { interval: 100 }).toBe(totalBefore + 1);
  expect(elapsedMs()).toBeLessThan(5000);
});

test('a search with many results lists the best matches first, and its pages do not overlap', async () => {
  const insertCity = (code: string, name: string, locales = {}) =>
    service.db('city').insert({
      code,
      name,
      locales: JSON.stringify(locales),
      status: 'active',
      version: 1,
      create_time: '2026-01-01',
      update_time: '2026-01-01',
      created_by: 'test',
      updated_by: 'test',
      search: searchText(city, { code, name, locales }),
    });
  for (let n = 0; n < 230; n++) await insertCity(`QZ${100 + n}`, `Old Zzyzx ${n}`);
  await insertCity('ZZYZXB', 'Far');
  await insertCity('ZZYZX', 'Farther');
  await insertCity('QZSTART', 'Zzyzx Springs');
  await insertCity('QZOTHER', 'Springs', { en: { name: 'Zzyzx' } });
  const codes: string[] = [];
  for (const page of [1, 2, 3, 4, 5]) {
    const { items, total } = await viewer.ok('listCities', { query: { q: 'zzyzx', page, pageSize: 50 } });
    expect(total).toBe(234);
    codes.push(...items.map(({ code }) => code));
  }
  expect(codes.slice(0, 2)).toEqual(['ZZYZX', 'ZZYZXB']);
  expect(codes.slice(2, 4).toSorted()).toEqual(['QZOTHER', 'QZSTART']);
  expect(new Set(codes).size).toBe(234);
  const pendingPage = await viewer.ok('listCities', { query: { q: 'zzyzx', status: 'pending' } });
  expect(pendingPage).toMatchObject({ items: [], total: 0 });
  const sortedPage = await viewer.ok('listCities', { query: { q: 'zzyzx', sort: '-code', pageSize: 10 } });
  expect(sortedPage.items.map(({ code }) => code).slice(0, 3)).toEqual(['ZZYZXB', 'ZZYZX', 'QZSTART']);
});

test.each([
  ['code', ['code']],
  ['-code', ['-code']],
  ['updateTime', ['update_time', 'id']],
  ['-updateTime', ['-update_time', '-id']],
] as const)('pages by %s do not overlap, even far pages of equal values', async (sort, columns) => {
  const order = columns.map((column) => ({
    column: column.replace('-', ''),
    order: column.startsWith('-') ? 'desc' : 'asc',
  }));
  const codes: string[] = await service.db('city').where('name', 'Many').orderBy(order).pluck('code');
  for (const page of [1, 2, 100]) {
    const { items } = await viewer.ok('listCities', { query: { name: 'many', sort, page, pageSize: 100 } });
    expect(items.map(({ code }) => code)).toEqual(codes.slice((page - 1) * 100, page * 100));
  }
});
