import { expect, test } from 'vitest';
import { sampleLanes } from '#sync/status/lanes.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

test('lanes are sampled once a minute, by any number of workers', async () => {
  const currentTimeSql = db.raw('NOW(3)');
  const [subscriber_id] = await db('subscriber').insert({
    name: 'index',
    url: 'http://index',
    active: 1,
    secret: 'x',
    token_hash: 'x',
    version: 1,
    create_time: currentTimeSql,
    update_time: currentTimeSql,
    created_by: 'test',
    updated_by: 'test',
  });
  const lane = { subscriber_id, position: 7, ordinal: 1, next_time: currentTimeSql };
  await db('sync_lane').insert([
    { ...lane, entity: 'city', attempts: 1, delivered: 41 },
    { ...lane, entity: 'country', attempts: 0, delivered: 0 },
  ]);
  await db('feed_kind').insert({ entity: 'city', position: 9, ordinal: 3 });
  const feedRow = (position: number, seconds: number) => ({
    position,
    seq: position,
    entity: 'city',
    record_id: position,
    ordinal: position - 6,
    time: db.raw('NOW(3) - INTERVAL ? SECOND', [seconds]),
  });
  await db('change_feed').insert([feedRow(7, 300), feedRow(8, 200), feedRow(9, 100)]);

  // The samples are taken again until all of them fall into one minute of the database's clock.
  const readMinute = async () => (await db.raw('SELECT MINUTE(NOW()) AS minute'))[0][0].minute;
  for (let before: number | undefined; before !== (await readMinute()); ) {
    before = await readMinute();
    await db('sync_sample').delete();
    await Promise.all(Array.from({ length: 5 }, () => sampleLanes(db)));
  }
  const samples = await db('sync_sample').orderBy('entity');
  expect(samples).toMatchObject([
    { entity: 'city', backlog: 2, delivered: 41, failing: 1 },
    { entity: 'country', backlog: 0, delivered: 0, failing: 0, lag: 0 },
  ]);
  expect(samples[0].lag).toBeGreaterThanOrEqual(200_000);
  expect(samples[0].lag).toBeLessThan(290_000);
  expect(samples[0].time.getUTCSeconds()).toBe(0);
});
