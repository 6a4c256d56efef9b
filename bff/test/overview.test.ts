import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './kit/client.ts';
import { numbers } from './kit/log-entries.ts';
import { type Service, startService } from './kit/service.ts';
import { stopwatch } from './kit/withheld.ts';

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
  await insertCities("CONCAT('M', LPAD(n, 6, '0'))", `(${numbers(many)}) AS numbers`);
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
