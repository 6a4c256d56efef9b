import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../src/database/database.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
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
// Each request uses caches, which must not be read from the database while tables are locked.
beforeEach(async () => void (await (await service.as('viewer')).ok('listCountries')));

const lock = (table: string) => holder.raw('LOCK TABLES ?? WRITE', [table]);
const unlock = () => holder.raw('UNLOCK TABLES');

/** A number of calls that exceeds the connections of the pool. */
const CALL_COUNT = 15;

test('while a table is locked, requests that need it are answered 503, and all others succeed', async () => {
  const viewer = await service.as('viewer');
  await lock('country');
  const blockedCalls = Array.from({ length: CALL_COUNT }, () => viewer.call('listCountries'));
  const firstRefusal = await Promise.race(blockedCalls);
  expect(firstRefusal).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  expect(firstRefusal.headers.get('Retry-After')).toBe('5');

  const elapsedMs = startStopwatch();
  for (let round = 1; round <= 3; round++) {
    await viewer.ok('listCabins');
    expect(await viewer.call('listCountries')).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  }
  // If the calls waited for the table, each of them would take four seconds.
  expect(elapsedMs()).toBeLessThan(4000);

  for (const { status, message } of await Promise.all(blockedCalls))
    expect([status, message]).toEqual([503, '这些数据正被其他操作占用，请稍后再试']);
  await unlock();
  // A count that is not cached takes several statements at once. The statement that tries the table may still be waiting for the
  // unlocked table, and others are refused until it has succeeded.
  await expect
    .poll(async () => (await viewer.call('listCountries', { query: { q: 'island' } })).status, {
      message: 'the status of a list whose table is unlocked',
    })
    .toBe(200);
  expect(
    (await Promise.all(Array.from({ length: CALL_COUNT }, () => viewer.call('listCountries')))).every(
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
