import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../src/database.ts';
import { stopwatch } from '../kit/cpu-steal.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let holder: Database;

beforeAll(async () => {
  service = await startService();
  holder = connect(service.databaseUrl, 1);
});
afterAll(async () => {
  await holder.destroy();
  await service.stop();
});
// fills the caches that each request uses
beforeEach(async () => void (await (await service.as('viewer')).ok('listCountries')));

const lock = (table: string) => holder.raw('LOCK TABLES ?? WRITE', [table]);
const unlock = () => holder.raw('UNLOCK TABLES');

/** More calls than the pool has connections. */
const CALLS = 15;

test('while a table is locked, requests that need it are answered 503, and all others succeed', async () => {
  const viewer = await service.as('viewer');
  await lock('country');
  const blocked = Array.from({ length: CALLS }, () => viewer.call('listCountries'));
  const firstRefusal = await Promise.race(blocked);
  expect(firstRefusal).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  expect(firstRefusal.headers.get('Retry-After')).toBe('5');

  const elapsedMs = stopwatch();
  for (let round = 1; round <= 3; round++) {
    await viewer.ok('listCabins');
    expect(await viewer.call('listCountries')).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  }
  // waiting for the table would take each of them four seconds
  expect(elapsedMs()).toBeLessThan(4000);

  for (const { status, message } of await Promise.all(blocked))
    expect([status, message]).toEqual([503, '这些数据正被其他操作占用，请稍后再试']);
  await unlock();
  // an uncached count takes several statements at once
  await viewer.ok('listCountries', { query: { q: 'island' } });
  expect(
    (await Promise.all(Array.from({ length: CALLS }, () => viewer.call('listCountries')))).every(
      ({ status }) => status === 200,
    ),
  ).toBe(true);
});

test('a hundred simultaneous reads of one table all succeed', async () => {
  const viewer = await service.as('viewer');
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => viewer.call('listCountries', { query: { q: 'a' } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
});
