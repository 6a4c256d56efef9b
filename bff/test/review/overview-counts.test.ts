import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { Client } from '../kit/client.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

/** Exceeds the limit up to which the overview counts the records of each entity. */
const MANY_CITIES = 10_500;

const insertCities = (code: string, from: string) =>
  service.db.raw(
    `INSERT INTO city (code, name, locales, status, version, create_time, update_time, created_by, updated_by, search)
     SELECT ${code}, 'Many', '{}', 'active', 1, '2026-01-01', '2026-01-01', 'test', 'test', '' FROM ${from}`,
  );

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  await insertCities("CONCAT('M', LPAD(n, 6, '0'))", `(${numbersSql(MANY_CITIES)}) AS numbers`);
}, 60_000);
afterAll(() => service.stop());

async function fetchTotals() {
  const { entities } = await viewer.ok('getOverview');
  const totalOf = (key: string) => entities.find(({ entity }) => entity === key)?.total ?? 0;
  return { cities: totalOf('city'), countries: totalOf('country') };
}

test('a large count is cached and up to date within five seconds, and a small count is always exact', async () => {
  const { cities, countries } = await fetchTotals();
  expect(cities).toBeGreaterThan(MANY_CITIES);
  const elapsedMs = startStopwatch();
  await Promise.all([
    insertCities("'ONEMORE'", '(SELECT 1) AS one'),
    service.db('country').where('code', 'SJ').delete(),
  ]);
  expect(await fetchTotals()).toEqual({ cities, countries: countries - 1 });
  await expect.poll(fetchTotals, { interval: 100 }).toEqual({ cities: cities + 1, countries: countries - 1 });
  expect(elapsedMs()).toBeLessThan(5000);
});

test.each(entities)('$key has the same counts as its unfiltered list', async ({ key, plural }) => {
  const { entities: summaries } = await viewer.ok('getOverview');
  const summary = summaries.find(({ entity }) => entity === key);
  const { total, counts } = await viewer.ok(`list${plural}`, { query: {} });
  expect(total).toBeGreaterThan(0);
  expect(summary).toMatchObject({ total, counts });
});

test('changes are counted from the beginning of the viewer’s day rather than the server’s', async () => {
  const changesSince = async (query: { since?: string }) => (await viewer.ok('getOverview', { query })).changes;
  const nowMs = Date.now();
  const hourMs = 3_600_000;
  const entry = { entity: 'country', record_id: 1, action: 'update', version: 900, actor: 'test' };
  const changesBefore = await changesSince({ since: new Date(nowMs - 2 * hourMs).toISOString() });
  await service.db('data_log').insert([
    { ...entry, version: 901, time: new Date(nowMs - 3 * hourMs) },
    { ...entry, version: 902, time: new Date(nowMs - hourMs) },
  ]);
  expect(await changesSince({ since: new Date(nowMs - 2 * hourMs).toISOString() })).toBe(changesBefore + 1);
  expect(await changesSince({ since: new Date(nowMs - 4 * hourMs).toISOString() })).toBe(changesBefore + 2);
});
