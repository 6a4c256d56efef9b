import { describe, expect, test } from 'vitest';
import { sampleLanes } from '#sync/status/lanes.ts';
import {
  createFailingLane,
  getLane,
  lanePath,
  laneRow,
  pusher,
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
    const { position } = await laneRow();
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

  test('of a subscriber is the worst of its lanes that are not paused', async () => {
    const severalKinds = await subscribers.update(subscriber, { entities: ['country', 'city', 'cabin'] });
    const set = (entity: string, columns: object) =>
      service.db('sync_lane').where({ subscriber_id: severalKinds.id, entity }).update(columns);
    const state = async () => (await subscribers.get(severalKinds.id)).state;
    await set('city', { paused: 1, parked: 1 });
    expect(await state()).toBe('healthy');
    await set('cabin', { attempts: 1 });
    expect(await state()).toBe('behind');
    await set('country', { parked: 1 });
    expect(await state()).toBe('failed');
    await subscribers.update(severalKinds, { active: false });
    expect(await state()).toBe('paused');
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
    tries: 8,
    oldest: 1,
    deliveries: [{ outcome: 'failed', position: current.position, status: 500 }],
  });
});

test('samples have the history of a lane and its rate', async () => {
  const id = subscriber.id;
  const minutesAgo = (minutes: number) =>
    service.db.raw('FROM_UNIXTIME((UNIX_TIMESTAMP() DIV 60 - ?) * 60)', [minutes]);
  const sample = (minutes: number, delivered: number, lag = 0) => ({
    subscriber_id: id,
    entity: 'country',
    time: minutesAgo(minutes),
    delivered,
    lag,
    backlog: lag / 10,
    failing: lag > 0 ? 1 : 0,
  });
  await service.db('sync_sample').insert([sample(70, 5), sample(4, 20, 500), sample(3, 30), sample(2, 30)]);
  await updateLaneRow({ delivered: 45 });
  const { samples, lane } = await getLane();
  expect(samples.map(({ delivered, lagMs, backlog, failing }) => [delivered, lagMs, backlog, failing])).toEqual([
    [15, 500, 50, true],
    [10, 0, 0, false],
    [0, 0, 0, false],
  ]);
  expect(lane.rate).toBe(5);
  const day = await subscribers.manager.ok('getSyncLane', { ...lanePath(), query: { span: 'day' } });
  expect(day.samples.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(25);
  expect(Math.max(...day.samples.map(({ lagMs }) => lagMs))).toBe(500);
  const { subscribers: statuses } = await subscribers.manager.ok('getSyncStatus');
  expect(statuses[0]?.trend).toHaveLength(48);

  await updateLaneRow({ delivered: 50, attempts: 1 });
  await sampleLanes(service.db);
  await sampleLanes(service.db);
  const lastSample = (await getLane()).samples.at(-1);
  expect(lastSample).toMatchObject({ delivered: 20, failing: true });
});
