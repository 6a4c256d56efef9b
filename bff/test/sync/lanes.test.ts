import { describe, expect, test } from 'vitest';
import { sampleLanes } from '#sync/status/lanes.ts';
import {
  createFailingLane,
  getLane,
  lanePath,
  pusher,
  readLaneRow,
  receiver,
  recordId,
  service,
  subscriber,
  subscribers,
  updateLaneRow,
  useLane,
  writeNewRecord,
} from './use-lane.ts';

useLane();

describe('the state of a lane', () => {
  test.each([
    ['healthy', { paused: 0 }],
    ['behind', { attempts: 1 }],
    ['failed', { attempts: 2 }],
    ['failed', { parked: 1, attempts: 8 }],
    ['paused', { paused: 1, parked: 1, attempts: 8 }],
  ])('is %s with %o', async (state, columns) => {
    await updateLaneRow(columns);
    expect((await getLane()).lane.state).toBe(state);
    expect((await subscribers.get(subscriber.id)).state).toBe(state);
  });

  test('is behind if its oldest change has waited for more than a minute, and its lag is that age', async () => {
    await writeNewRecord(2);
    expect((await getLane()).lane).toMatchObject({ state: 'healthy', backlog: 2 });
    const { position } = await readLaneRow();
    await service.db.raw('UPDATE change_feed SET time = NOW(3) - INTERVAL 90 SECOND WHERE position > ?', [position]);
    const { lane } = await getLane();
    expect(lane).toMatchObject({ state: 'behind', backlog: 2 });
    expect(lane.lagMs).toBeGreaterThanOrEqual(90_000);
    expect(lane.lagMs).toBeLessThan(120_000);
    await pusher.drain();
    expect((await getLane()).lane).toMatchObject({
      state: 'healthy',
      backlog: 0,
      lagMs: 0,
      lastSuccess: expect.any(String),
    });
  });

  test('of a subscriber is the worst state of its lanes that are not paused', async () => {
    const subscriberOfThree = await subscribers.update(subscriber, { entities: ['country', 'city', 'cabin'] });
    const updateLane = (entity: string, columns: object) =>
      service.db('sync_lane').where({ subscriber_id: subscriberOfThree.id, entity }).update(columns);
    const readState = async () => (await subscribers.get(subscriberOfThree.id)).state;
    await updateLane('city', { paused: 1, parked: 1 });
    expect(await readState()).toBe('healthy');
    await updateLane('cabin', { attempts: 1 });
    expect(await readState()).toBe('behind');
    await updateLane('country', { parked: 1 });
    expect(await readState()).toBe('failed');
    await subscribers.update(subscriberOfThree, { active: false });
    expect(await readState()).toBe('paused');
  });
});

test('a lane has its current change, its attempts and its last deliveries', async () => {
  const current = await createFailingLane();
  expect(current).toMatchObject({ entity: 'country', recordId, version: 1, action: 'create' });
  expect(await getLane()).toMatchObject({
    subscriber: { id: subscriber.id, name: subscriber.name, url: receiver.url, active: true },
    lane: {
      attempts: 1,
      state: 'behind',
      lastError: 'HTTP 500',
      nextTime: expect.any(String),
      backlog: 3,
      replay: null,
    },
    tries: 9,
    behindAfterMs: 60_000,
    oldest: 1,
    deliveries: [{ outcome: 'failed', position: current.position, status: 500 }],
  });
});

test('samples provide the history and the delivery rate of a lane', async () => {
  const id = subscriber.id;
  const minutesAgo = (minutes: number) =>
    service.db.raw('FROM_UNIXTIME((UNIX_TIMESTAMP() DIV 60 - ?) * 60)', [minutes]);
  const buildSample = (minutes: number, delivered: number, lag = 0) => ({
    subscriber_id: id,
    entity: 'country',
    time: minutesAgo(minutes),
    delivered,
    lag,
    backlog: lag / 10,
    failing: lag > 0 ? 1 : 0,
  });
  await service
    .db('sync_sample')
    .insert([buildSample(70, 5), buildSample(4, 20, 500), buildSample(3, 30), buildSample(2, 30)]);
  await updateLaneRow({ delivered: 45 });
  const { samples, lane } = await getLane();
  expect(samples.map(({ delivered, lagMs, backlog, failing }) => [delivered, lagMs, backlog, failing])).toEqual([
    [15, 500, 50, true],
    [10, 0, 0, false],
    [0, 0, 0, false],
  ]);
  // 25 since a sample that an earlier release has taken in the fourth minute before this one
  expect(lane.rate).toBeGreaterThanOrEqual(5);
  expect(lane.rate).toBeLessThanOrEqual(6.3);
  const statusOfDay = await subscribers.manager.ok('getSyncLane', { ...lanePath(), query: { span: 'day' } });
  expect(statusOfDay.samples.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(25);
  expect(Math.max(...statusOfDay.samples.map(({ lagMs }) => lagMs))).toBe(500);
  const { subscribers: statuses } = await subscribers.manager.ok('getSyncStatus');
  expect(statuses[0]?.trend).toHaveLength(48);

  await updateLaneRow({ delivered: 50, attempts: 1 });
  await sampleLanes(service.db);
  await sampleLanes(service.db);
  const lastSample = (await getLane()).samples.at(-1);
  expect(lastSample).toMatchObject({ delivered: 20, failing: true });
});

test('the delivery rate of a lane is that since its sample was taken, which may be late in its minute', async () => {
  const takenTime = 'NOW(3) - INTERVAL 250 SECOND';
  await service.db.raw(
    `INSERT INTO sync_sample (subscriber_id, entity, time, taken_time, backlog, \`lag\`, delivered, failing)
     SELECT ?, 'country', ${takenTime} - INTERVAL 40 SECOND, ${takenTime}, 0, 0, 20, 0`,
    [subscriber.id],
  );
  await updateLaneRow({ delivered: 520 });
  // 500 in 250 seconds are 120 in a minute
  const { rate } = (await getLane()).lane;
  expect(rate).toBeGreaterThan(110);
  expect(rate).toBeLessThanOrEqual(120);
});
