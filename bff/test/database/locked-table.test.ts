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
// what is asked for each time is read and known
beforeEach(async () => void (await (await service.as('viewer')).ok('listCountries')));

const lock = (table: string) => holder.raw('LOCK TABLES ?? WRITE', [table]);
const unlock = () => holder.raw('UNLOCK TABLES');

/** As many as the pool has connections, and some more. */
const MANY = 15;

test('while a table is locked, what needs it is told so, and everything else is answered', async () => {
  const viewer = await service.as('viewer');
  await lock('country');
  const blocked = Array.from({ length: MANY }, () => viewer.call('listCountries'));
  const firstRefusal = await Promise.race(blocked);
  expect(firstRefusal).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  expect(firstRefusal.headers.get('Retry-After')).toBe('5');

  const others = stopwatch();
  for (let round = 1; round <= 3; round++) {
    await viewer.ok('listCabins');
    expect(await viewer.call('listCountries')).toMatchObject({ status: 503, data: { key: 'dataLocked' } });
  }
  // none of them waits for the table, as each would for four seconds
  expect(others()).toBeLessThan(4000);

  for (const { status, message } of await Promise.all(blocked))
    expect([status, message]).toEqual([503, '这些数据正被其他操作占用，请稍后再试']);
  await unlock();
  // what has not been counted yet takes several statements at once
  await viewer.ok('listCountries', { query: { q: 'island' } });
  expect(
    (await Promise.all(Array.from({ length: MANY }, () => viewer.call('listCountries')))).every(
      ({ status }) => status === 200,
    ),
  ).toBe(true);
});

test('what many do at once with one table is done, however many they are', async () => {
  const viewer = await service.as('viewer');
  const replies = await Promise.all(
    Array.from({ length: 100 }, () => viewer.call('listCountries', { query: { q: 'a' } })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
});
