import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromJson } from '../../src/database.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { sampleLanes } from '../../src/sync/status/sample.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeRecord } from '../push/kit.ts';
import { type Behaviour, secret, startReceiver, type TestReceiver } from '../push/receiver.ts';
import { testPusher } from '../push/worker.ts';
import { type Subscriber, subscribersOf } from './kit.ts';

let service: Service;
let subscribers: Awaited<ReturnType<typeof subscribersOf>>;
let receiver: TestReceiver;
let pusher: Pusher;
let subscriber: Subscriber;
let recordId = 4_000_000;

beforeAll(async () => {
  service = await startService();
  subscribers = await subscribersOf(service);
  receiver = await startReceiver();
});
beforeEach(async () => {
  await service.db('subscriber').delete();
  subscriber = await subscribers.make({ url: receiver.url });
  await service.db('subscriber').update({ secret });
  pusher = testPusher(service.db, { pauses: [3_600_000] });
  receiver.behave(() => 'take');
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const at = () => ({ path: { subscriberId: subscriber.id, entity: 'country' as const } });
const detail = () => subscribers.keeper.ok('getSyncLane', at());
const row = () => subscribers.row(subscriber.id);
const write = (versions: number) => writeRecord(service.db, ++recordId, versions);
const setLane = (columns: object) => service.db('sync_lane').where('subscriber_id', subscriber.id).update(columns);
const positionsAfter = (position: number) =>
  service
    .db('change_feed')
    .where('entity', 'country')
    .where('position', '>', position)
    .orderBy('position')
    .pluck('position');

/** The lane stands at the first of three changes, which was refused. */
async function failing() {
  receiver.behave(() => ({ status: 500 }));
  await write(3);
  await pusher.drain();
  receiver.behave(() => 'take');
  const { current } = await detail();
  return current ?? expect.fail();
}

describe('the state of a lane', () => {
  test.each([
    ['healthy', { paused: 0 }],
    ['behind', { attempts: 1 }],
    ['failed', { attempts: 2 }],
    ['failed', { parked: 1, attempts: 8 }],
    ['paused', { paused: 1, parked: 1, attempts: 8 }],
  ])('is %s with %o', async (state, columns) => {
    await setLane(columns);
    expect((await detail()).lane.state).toBe(state);
    expect((await subscribers.get(subscriber.id)).state).toBe(state);
  });

  test('is behind where its oldest change waits for more than a minute, and its lag is that age', async () => {
    await write(2);
    expect((await detail()).lane).toMatchObject({ state: 'healthy', backlog: 2 });
    const { position } = await row();
    await service.db.raw('UPDATE change_feed SET time = NOW(3) - INTERVAL 90 SECOND WHERE position > ?', [position]);
    const { lane } = await detail();
    expect(lane).toMatchObject({ state: 'behind', backlog: 2 });
    expect(lane.lagMs).toBeGreaterThanOrEqual(90_000);
    expect(lane.lagMs).toBeLessThan(120_000);
    await pusher.drain();
    expect((await detail()).lane).toMatchObject({
      state: 'healthy',
      backlog: 0,
      lagMs: 0,
      lastSuccess: expect.any(String),
    });
  });

  test('of a subscriber is the worst of what is not paused', async () => {
    const both = await subscribers.update(subscriber, { entities: ['country', 'city', 'cabin'] });
    const set = (entity: string, columns: object) =>
      service.db('sync_lane').where({ subscriber_id: both.id, entity }).update(columns);
    const state = async () => (await subscribers.get(both.id)).state;
    await set('city', { paused: 1, parked: 1 });
    expect(await state()).toBe('healthy');
    await set('cabin', { attempts: 1 });
    expect(await state()).toBe('behind');
    await set('country', { parked: 1 });
    expect(await state()).toBe('failed');
    await subscribers.update(both, { active: false });
    expect(await state()).toBe('paused');
  });
});

test('a lane is told with what it stands at, its tries and its last deliveries', async () => {
  const current = await failing();
  expect(current).toMatchObject({ entity: 'country', recordId, version: 1, action: 'create' });
  expect(await detail()).toMatchObject({
    subscriber: { id: subscriber.id, name: subscriber.name, url: receiver.url, active: true },
    lane: {
      attempts: 1,
      state: 'behind',
      lastError: 'HTTP 500',
      nextTime: expect.any(String),
      backlog: 3,
      replay: null,
    },
    ...{ tries: 8, oldest: 1, deliveries: [{ outcome: 'failed', position: current.position, status: 500 }] },
  });
});

test('samples tell the course of a lane, and give its rate', async () => {
  const id = subscriber.id;
  const minutesAgo = (minutes: number) =>
    service.db.raw('FROM_UNIXTIME((UNIX_TIMESTAMP() DIV 60 - ?) * 60)', [minutes]);
  const sample = (minutes: number, delivered: number, lag = 0) => ({
    ...{ subscriber_id: id, entity: 'country', time: minutesAgo(minutes), delivered, lag, backlog: lag / 10 },
    failing: lag > 0 ? 1 : 0,
  });
  await service.db('sync_sample').insert([sample(70, 5), sample(4, 20, 500), sample(3, 30), sample(2, 30)]);
  await setLane({ delivered: 45 });
  const { samples, lane } = await detail();
  expect(samples.map(({ delivered, lagMs, backlog, failing }) => [delivered, lagMs, backlog, failing])).toEqual([
    [15, 500, 50, true],
    [10, 0, 0, false],
    [0, 0, 0, false],
  ]);
  expect(lane.rate).toBe(5);
  const day = await subscribers.keeper.ok('getSyncLane', { ...at(), query: { span: 'day' } });
  expect(day.samples.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(25);
  expect(Math.max(...day.samples.map(({ lagMs }) => lagMs))).toBe(500);
  const { subscribers: all } = await subscribers.keeper.ok('getSyncStatus');
  expect(all[0]?.trend).toHaveLength(48);

  await setLane({ delivered: 50, attempts: 1 });
  await sampleLanes(service.db);
  await sampleLanes(service.db);
  const last = (await detail()).samples.at(-1);
  expect(last).toMatchObject({ delivered: 20, failing: true });
});

describe('a person', () => {
  test('pauses a lane, which goes on where it was', async () => {
    expect((await subscribers.keeper.ok('pauseLane', at())).lane).toMatchObject({ paused: true, state: 'paused' });
    await subscribers.keeper.ok('pauseLane', at());
    await write(2);
    await pusher.drain();
    const arrived = () => receiver.arrivals.filter((arrival) => arrival.recordId === recordId).length;
    expect(arrived()).toBe(0);
    await subscribers.keeper.ok('resumeLane', at());
    await pusher.drain();
    expect(arrived()).toBe(2);
    const target = { kind: 'subscriber', id: subscriber.id, name: subscriber.name };
    expect(await subscribers.acts(3)).toMatchObject([
      {
        act: 'laneChanged',
        target,
        details: { changes: [{ pointer: '/country/paused', before: true, after: false }] },
      },
      {
        act: 'laneChanged',
        target,
        details: { changes: [{ pointer: '/country/paused', before: false, after: true }] },
      },
      { act: 'subscriberCreated' },
    ]);
  });

  test('pauses a lane in the middle of a delivery, which is written down', async () => {
    await write(1);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let begun = () => {};
    const arrived = new Promise<void>((resolve) => {
      begun = resolve;
    });
    receiver.behave(async (): Promise<Behaviour> => {
      begun();
      await held;
      return 'take';
    });
    const drained = pusher.drain();
    await arrived;
    await subscribers.keeper.ok('pauseLane', at());
    letGo();
    await drained;
    expect((await detail()).lane).toMatchObject({ paused: true, backlog: 0, lastSuccess: expect.any(String) });
  });

  test('has what waits tried at once', async () => {
    await failing();
    await pusher.drain();
    expect((await detail()).lane.backlog).toBe(3);
    await subscribers.keeper.ok('retryLane', at());
    await pusher.drain();
    expect((await detail()).lane).toMatchObject({ backlog: 0, attempts: 0, state: 'healthy', failingSince: null });
    expect((await subscribers.acts())[0]).toMatchObject({
      act: 'laneChanged',
      details: { changes: [{ pointer: '/country/nextTime' }] },
    });
  });

  test('has what was parked tried with all its tries anew', async () => {
    await failing();
    await setLane({ parked: 1, attempts: 8 });
    const { lane } = await subscribers.keeper.ok('retryLane', at());
    expect(lane).toMatchObject({ parked: false, attempts: 0 });
    await pusher.drain();
    expect((await detail()).lane.backlog).toBe(0);
    expect((await subscribers.acts())[0]).toMatchObject({
      details: { changes: [{ pointer: '/country/parked', before: true, after: false }] },
    });
  });

  test('leaves the change out that a lane stands at, and no other', async () => {
    const { position } = await failing();
    const [, second = 0, third = 0] = await positionsAfter(position - 1);
    const skip = (wanted: number) => ({ ...at(), body: { position: wanted, reason: 'cannot be taken' } });
    await subscribers.keeper.refused('skipChange', skip(second), 'laneMoved');
    await setLane({ ahead: JSON.stringify([second]), parked: 1, claim: 'somebody', claimed_until: new Date() });
    const before = (await row()).position;
    const { lane } = await subscribers.keeper.ok('skipChange', skip(position));
    expect(lane).toMatchObject({
      position,
      backlog: 2,
      attempts: 0,
      parked: false,
      state: 'healthy',
      failingSince: null,
    });
    const stored = await row();
    expect(stored).toMatchObject({ claim: null, claimed_until: null });
    expect(fromJson(stored.ahead)).toEqual([second]);
    const { current, deliveries } = await detail();
    expect(current?.position).toBe(third);
    expect(deliveries[0]).toMatchObject({
      outcome: 'skipped',
      position,
      reason: 'cannot be taken',
      actor: subscribers.keeper.username,
    });
    const shown = await subscribers.keeper.ok('getDelivery', {
      path: { id: subscriber.id, deliveryId: deliveries[0]?.id ?? 0 },
    });
    expect(shown.request).toBeNull();
    expect((await subscribers.acts())[0]).toMatchObject({
      act: 'changeSkipped',
      details: { reason: 'cannot be taken', changes: [{ pointer: '/country/position', before, after: position }] },
    });
    await subscribers.keeper.refused('skipChange', skip(position), 'laneMoved');
    await pusher.drain();
    expect((await detail()).lane.backlog).toBe(0);
    const versions = receiver.arrivals.filter((arrival) => arrival.recordId === recordId && arrival.taken);
    expect(versions.map(({ version }) => version)).toEqual([3]);
  });

  test('of two who leave the same change out one does', async () => {
    const { position } = await failing();
    const parts = { ...at(), body: { position, reason: 'again' } };
    const replies = await Promise.all([1, 2].map(() => subscribers.keeper.call('skipChange', parts)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await row()).position).toBe(position);
  });

  test('leaves a change out while it is being sent: what comes of that moves the lane no more', async () => {
    await write(2);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { current } = await detail();
    const position = current?.position ?? 0;
    const skipped = new Promise<void>((resolve, reject) => {
      receiver.behave(async (): Promise<Behaviour> => {
        await subscribers.keeper
          .call('skipChange', { ...at(), body: { position, reason: 'now' } })
          .then(() => resolve(), reject);
        await held;
        return { status: 500 };
      });
    });
    const drained = pusher.drain();
    await skipped;
    receiver.behave(() => 'take');
    letGo();
    await drained;
    expect((await detail()).lane).toMatchObject({ backlog: 0, attempts: 0, state: 'healthy' });
  });
});

describe('a replay', () => {
  test('is a task that knows its lane, one at a time', async () => {
    await write(3);
    await pusher.drain();
    const [first = 0] = await positionsAfter((await row()).position - 3);
    const { task } = await subscribers.keeper.ok('replayLane', { ...at(), body: { from: first } }, 202);
    expect(task).toMatchObject({
      ...{ kind: 'replay', status: 'queued', createdBy: subscribers.keeper.username },
      params: { subscriber: { id: subscriber.id, name: subscriber.name }, entity: 'country', from: first },
    });
    expect((await detail()).lane.replay).toBe(task.id);
    await subscribers.keeper.refused('replayLane', { ...at(), body: { from: first } }, 'taskRunning');
    const other = await subscribers.make();
    await subscribers.keeper.ok(
      'replayLane',
      { path: { ...at().path, subscriberId: other.id }, body: { from: first } },
      202,
    );
    const [, act] = await subscribers.acts(3);
    expect(act).toMatchObject({ act: 'subscriberCreated' });
    expect((await subscribers.acts(3))[2]).toMatchObject({
      act: 'changesReplayed',
      details: { changes: [{ pointer: '/country/position', after: first - 1 }] },
    });
  });

  test('begins where the feed has a position, and its preview counts from there', async () => {
    await write(4);
    const rest: number[] = await positionsAfter(0);
    const { head } = await detail();
    const preview = async (query: object) => subscribers.keeper.ok('previewReplay', { ...at(), query });
    expect(await preview({})).toEqual({ from: rest[0], changes: rest.length });
    expect(await preview({ from: rest.at(-3) })).toEqual({ from: rest.at(-3), changes: 3 });
    expect(await preview({ from: head + 1 })).toEqual({ from: head + 1, changes: 0 });
    const at4 = rest.at(-2) ?? 0;
    await service
      .db('change_feed')
      .where('position', '>=', at4)
      .update({ time: new Date('2100-01-01') });
    expect(await preview({ time: '2099-12-31T00:00:00.000Z' })).toEqual({ from: at4, changes: 2 });
    expect(await preview({ time: '2100-12-31T00:00:00.000Z' })).toEqual({ from: head + 1, changes: 0 });

    await service
      .db('feed_mark')
      .where('name', 'pruned')
      .update({ position: at4 - 1 });
    const replay = (from: number) =>
      subscribers.keeper.refused('replayLane', { ...at(), body: { from } }, 'validationError');
    expect((await replay(at4 - 1)).fields).toMatchObject([{ pointer: '/from', rule: 'expired' }]);
    expect((await replay(head + 1)).fields).toMatchObject([{ pointer: '/from', rule: 'beyondHead' }]);
    const refused = await subscribers.keeper.refused(
      'previewReplay',
      { ...at(), query: { from: at4 - 1 } },
      'validationError',
    );
    expect(refused.fields).toMatchObject([{ pointer: '/query/from', rule: 'expired' }]);
    expect((await detail()).oldest).toBe(at4);
    await service.db('feed_mark').where('name', 'pruned').update({ position: 0 });
  });
});

test('nobody without the permission acts on a lane, and there is none of a kind that is not subscribed to', async () => {
  const reader = await service.holding('sync_status:read', 'data_subscriber:read');
  await reader.ok('getSyncLane', at());
  const body = { position: 1, reason: 'no' };
  for (const id of ['pauseLane', 'resumeLane'] as const)
    expect(await reader.refused(id, at(), 'forbidden')).toMatchObject({ permission: 'data_subscriber:update' });
  expect(await reader.refused('retryLane', at(), 'forbidden')).toMatchObject({ permission: 'sync_status:replay' });
  expect(await reader.refused('skipChange', { ...at(), body }, 'forbidden')).toMatchObject({
    permission: 'sync_status:replay',
  });
  const elsewhere = { path: { ...at().path, entity: 'cabin' as const } };
  for (const id of ['pauseLane', 'resumeLane', 'retryLane', 'getSyncLane', 'previewReplay'] as const)
    await subscribers.keeper.refused(id, elsewhere, 'notFound');
  await subscribers.keeper.refused('skipChange', { ...elsewhere, body }, 'notFound');
  await subscribers.keeper.refused('replayLane', { ...elsewhere, body: { from: 1 } }, 'notFound');
});
