import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '../../src/entities/index.ts';
import type { Client } from '../kit/client.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { numbersSql } from '../kit/log-entries.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let viewer: Client;

// more than are counted anew each time
const many = 10_500;

const insertCities = (code: string, from: string) =>
  service.db.raw(
    `INSERT INTO city (code, name, locales, status, version, create_time, update_time, created_by, updated_by, search)
     SELECT ${code}, 'Many', '{}', 'active', 1, '2026-01-01', '2026-01-01', 'test', 'test', '' FROM ${from}`,
  );

beforeAll(async () => {
  service = await startService();
  viewer = await service.as('viewer');
  await insertCities("CONCAT('M', LPAD(n, 6, '0'))", `(${numbersSql(many)}) AS numbers`);
}, 60_000);
afterAll(() => service.stop());

async function totals() {
  const { entities } = await viewer.ok('getOverview');
  const of = (kind: string) => entities.find(({ entity }) => entity === kind)?.total ?? 0;
  return { cities: of('city'), countries: of('country') };
}

test('a kind of many is not counted for each overview, and is counted within five seconds; one of few is exact', async () => {
  const { cities, countries } = await totals();
  expect(cities).toBeGreaterThan(many);
  const since = stopwatch();
  await Promise.all([
    insertCities("'ONEMORE'", '(SELECT 1) AS one'),
    service.db('country').where('code', 'SJ').delete(),
  ]);
  expect(await totals()).toEqual({ cities, countries: countries - 1 });
  await expect.poll(totals, { interval: 100 }).toEqual({ cities: cities + 1, countries: countries - 1 });
  expect(since()).toBeLessThan(5000);
});

test.each(entities)('$key is counted as its list is before anybody narrows it', async ({ key, plural }) => {
  const { entities: summaries } = await viewer.ok('getOverview');
  const summary = summaries.find(({ entity }) => entity === key);
  const { total, counts } = await viewer.ok(`list${plural}`, { query: {} });
  expect(total).toBeGreaterThan(0);
  expect(summary).toMatchObject({ total, counts });
});

test('changes are counted from where the viewer’s day begins, which is not the server’s', async () => {
  const changesSince = async (query: { since?: string }) => (await viewer.ok('getOverview', { query })).changes;
  const now = Date.now();
  const hour = 3_600_000;
  const entry = { entity: 'country', record_id: 1, action: 'update', version: 900, actor: 'test' };
  const before = await changesSince({ since: new Date(now - 2 * hour).toISOString() });
  await service.db('data_log').insert([
    { ...entry, version: 901, time: new Date(now - 3 * hour) },
    { ...entry, version: 902, time: new Date(now - hour) },
  ]);
  expect(await changesSince({ since: new Date(now - 2 * hour).toISOString() })).toBe(before + 1);
  expect(await changesSince({ since: new Date(now - 4 * hour).toISOString() })).toBe(before + 2);
});
