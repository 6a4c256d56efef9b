import { beforeEach, expect, test } from 'vitest';
import { queueDueTasks, runNow, type Schedule } from '#tasks/queue.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db, open } = await useDatabase();
/** The connections of another worker. */
const secondPool = open();

beforeEach(() => Promise.all([db('task').delete(), db('schedule').delete()]));

const hourlySchedule: Schedule = { kind: 'retention', everySeconds: 3600 };
const readQueuedKinds = () => db('task').orderBy('id').pluck('kind');
const endAllTasks = () => db('task').update({ status: 'done', unique_key: null, end_time: db.raw('NOW(3)') });
const setNextTime = (sql: string) => db('schedule').update({ next_time: db.raw(sql) });
const readNextTime = async () => {
  const { next_time, now } = await db('schedule').first('next_time', db.raw('NOW(3) AS now'));
  return { nextTime: next_time as Date, secondsUntil: (next_time.getTime() - now.getTime()) / 1000 };
};

test('an hourly task is queued at once, and then on the hour', async () => {
  await queueDueTasks(db, [hourlySchedule]);
  await queueDueTasks(db, [hourlySchedule]);
  expect(await readQueuedKinds()).toEqual(['retention']);
  expect(await db('task').first()).toMatchObject({ created_by: 'system', unique_key: 'retention', status: 'queued' });
  const { nextTime, secondsUntil } = await readNextTime();
  expect(nextTime.toISOString()).toMatch(/:00:00\.000Z$/);
  expect(secondsUntil).toBeGreaterThan(0);
  expect(secondsUntil).toBeLessThanOrEqual(3600);
});

test('a daily task is queued at its time of the day', async () => {
  await queueDueTasks(db, [{ kind: 'rateRefresh', everySeconds: 86_400, offsetSeconds: 15.5 * 3600 }]);
  const { nextTime, secondsUntil } = await readNextTime();
  expect(nextTime.toISOString()).toMatch(/T15:30:00\.000Z$/);
  expect(secondsUntil).toBeGreaterThan(0);
  expect(secondsUntil).toBeLessThanOrEqual(86_400);
});

test('simultaneous workers queue a scheduled task once', async () => {
  for (let round = 1; round <= 5; round++) {
    await Promise.all(
      [db, secondPool, db, secondPool, db, secondPool].map((database) => queueDueTasks(database, [hourlySchedule])),
    );
    expect(await readQueuedKinds()).toHaveLength(round);
    await endAllTasks();
    await setNextTime('NOW(3) - INTERVAL 1 SECOND');
  }
});

test('a scheduled task is queued only after the previous one has ended', async () => {
  await queueDueTasks(db, [hourlySchedule]);
  await runNow(db, 'retention');
  await queueDueTasks(db, [hourlySchedule]);
  expect(await readQueuedKinds()).toHaveLength(1);
  await endAllTasks();
  await queueDueTasks(db, [hourlySchedule]);
  expect(await readQueuedKinds()).toHaveLength(2);
  expect((await readNextTime()).secondsUntil).toBeGreaterThan(0);
});

test('a clock that was set back does not delay a scheduled task', async () => {
  await queueDueTasks(db, [hourlySchedule]);
  await endAllTasks();
  await setNextTime('NOW(3) + INTERVAL 30 DAY');
  await queueDueTasks(db, [hourlySchedule]);
  expect(await readQueuedKinds()).toHaveLength(2);
});

test('a disabled task is not queued, and is queued at once when enabled', async () => {
  let isEnabled = false;
  const schedule = { ...hourlySchedule, isWanted: async () => isEnabled };
  await queueDueTasks(db, [schedule]);
  await queueDueTasks(db, [schedule]);
  expect(await readQueuedKinds()).toEqual([]);
  isEnabled = true;
  await queueDueTasks(db, [schedule]);
  expect(await readQueuedKinds()).toEqual(['retention']);
});
