import { beforeEach, expect, test } from 'vitest';
import { queueDueTasks, runNow, type Schedule } from '#tasks/queue.ts';
import { useDatabase } from '../kit/database.ts';

const { db, open } = await useDatabase();
/** The connections of another worker. */
const secondPool = open();

beforeEach(() => Promise.all([db('task').delete(), db('schedule').delete()]));

const hourly: Schedule = { kind: 'retention', everySeconds: 3600 };
const readQueuedKinds = () => db('task').orderBy('id').pluck('kind');
const endAll = () => db('task').update({ status: 'done', unique_key: null, end_time: db.raw('NOW(3)') });
const setNext = (sql: string) => db('schedule').update({ next_time: db.raw(sql) });
const readNext = async () => {
  const { next_time, now } = await db('schedule').first('next_time', db.raw('NOW(3) AS now'));
  return { at: next_time as Date, inSeconds: (next_time.getTime() - now.getTime()) / 1000 };
};

test('an hourly task is queued at once, and then on the hour', async () => {
  await queueDueTasks(db, [hourly]);
  await queueDueTasks(db, [hourly]);
  expect(await readQueuedKinds()).toEqual(['retention']);
  expect(await db('task').first()).toMatchObject({ created_by: 'system', unique_key: 'retention', status: 'queued' });
  const { at, inSeconds } = await readNext();
  expect(at.toISOString()).toMatch(/:00:00\.000Z$/);
  expect(inSeconds).toBeGreaterThan(0);
  expect(inSeconds).toBeLessThanOrEqual(3600);
});

test('a daily task is queued at its time of the day', async () => {
  await queueDueTasks(db, [{ kind: 'rateRefresh', everySeconds: 86_400, offsetSeconds: 15.5 * 3600 }]);
  const { at, inSeconds } = await readNext();
  expect(at.toISOString()).toMatch(/T15:30:00\.000Z$/);
  expect(inSeconds).toBeGreaterThan(0);
  expect(inSeconds).toBeLessThanOrEqual(86_400);
});

test('simultaneous workers queue a scheduled task once', async () => {
  for (let round = 1; round <= 5; round++) {
    await Promise.all(
      [db, secondPool, db, secondPool, db, secondPool].map((database) => queueDueTasks(database, [hourly])),
    );
    expect(await readQueuedKinds()).toHaveLength(round);
    await endAll();
    await setNext('NOW(3) - INTERVAL 1 SECOND');
  }
});

test('a scheduled task waits for the previous one and is queued later', async () => {
  await queueDueTasks(db, [hourly]);
  await runNow(db, 'retention');
  await queueDueTasks(db, [hourly]);
  expect(await readQueuedKinds()).toHaveLength(1);
  await endAll();
  await queueDueTasks(db, [hourly]);
  expect(await readQueuedKinds()).toHaveLength(2);
  expect((await readNext()).inSeconds).toBeGreaterThan(0);
});

test('a clock that was set back does not delay a scheduled task', async () => {
  await queueDueTasks(db, [hourly]);
  await endAll();
  await setNext('NOW(3) + INTERVAL 30 DAY');
  await queueDueTasks(db, [hourly]);
  expect(await readQueuedKinds()).toHaveLength(2);
});

test('a disabled task is not queued, and is queued at once when enabled', async () => {
  let isWanted = false;
  const plan = { ...hourly, isWanted: async () => isWanted };
  await queueDueTasks(db, [plan]);
  await queueDueTasks(db, [plan]);
  expect(await readQueuedKinds()).toEqual([]);
  isWanted = true;
  await queueDueTasks(db, [plan]);
  expect(await readQueuedKinds()).toEqual(['retention']);
});
