import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BACKOFF_MS } from '#sync/push/sender.ts';
import { type Database, fromJson } from '../../src/database/database.ts';
import { appendChanges } from '../../src/record-log/append.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { sequenceAll } from '../feed/changes.ts';
import {
  buildChange,
  insertSubscriberAtHead,
  openSequencedDatabase,
  type SequencedDatabase,
  type WrittenVersion,
  writeVersions,
} from './kit/changes.ts';
import { expectAllDelivered } from './kit/delivery-checks.ts';
import { laneRowsOf, secondsUntil } from './kit/lane-rows.ts';
import { type Behaviour, receiverSecret, startReceiver, type TestReceiver } from './kit/receiver.ts';
import { createTestPusher } from './kit/worker.ts';

let installation: SequencedDatabase;
let db: Database;
let receiver: TestReceiver;
let pusher: Pusher;
let lanes: ReturnType<typeof laneRowsOf>;
let recordId = 1_000_000;

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
  lanes = laneRowsOf(db);
});
afterAll(() => installation.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  pusher = createTestPusher(db, { backoffMs: BACKOFF_MS });
});
afterEach(async () => {
  await pusher.stop();
  await receiver.close();
  await db('subscriber').delete();
});

const readDeliveries = (id: number) => db('delivery').where('subscriber_id', id).orderBy('id');
const subscribe = (columns?: object) => insertSubscriberAtHead(db, receiver.url, ['country'], columns);
const readFeedHead = () => db('feed_kind').where('entity', 'country').first('position', 'ordinal');
const receivedVersions = () => receiver.arrivals.map(({ version }) => version);

test('a subscriber receives each change since its creation in order, and each delivery is recorded', async () => {
  const earlierChanges = await writeVersions(db, ++recordId, 1);
  const id = await subscribe();
  const writtenVersions = await writeVersions(db, ++recordId, 3);
  await pusher.drain();
  expect(expectAllDelivered(receiver, writtenVersions)).toEqual({ changes: 3, deliveries: 3, repeats: 0, lost: 0 });
  expect(receiver.store.newest.has(`country/${earlierChanges[0]?.recordId}`)).toBe(false);
  expect(await lanes.read(id)).toMatchObject({
    ...(await readFeedHead()),
    ahead: null,
    attempts: 0,
    claim: null,
    claimed_until: null,
    delivered: 3,
    failing_since: null,
    last_success: expect.any(Date),
    last_failure: null,
    last_error: null,
  });
  const rows = await readDeliveries(id);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ kind: 'change', outcome: 'delivered', attempt: 1, status: 204, request: null });
    expect(row.message_id).toBe(`chg_${row.position}`);
    expect(Math.abs(secondsUntil(row.time))).toBeLessThan(10);
  }
});

test('the old secret signs in addition to the new one until the rotation ends', async () => {
  const columns = { secret: `whsec_${Buffer.alloc(24, 9).toString('base64')}` };
  const inADay = new Date(Date.now() + 86_400_000);
  await subscribe({ ...columns, earlier_secret: receiverSecret, earlier_secret_until: inADay });
  await writeVersions(db, ++recordId, 1);
  await pusher.drain();
  expect(receiver.arrivals).toMatchObject([{ accepted: true }]);
  await db('subscriber').update({ earlier_secret_until: new Date(Date.now() - 1000) });
  await writeVersions(db, ++recordId, 1);
  await pusher.drain();
  expect(receiver.arrivals).toMatchObject([{ accepted: true }, { accepted: false }]);
});

test('changes that do not match the filter are skipped without a request', async () => {
  const id = await subscribe({ filter: JSON.stringify({ statuses: ['rejected'] }) });
  await writeVersions(db, ++recordId, 3);
  await pusher.drain();
  expect(receiver.arrivals).toEqual([]);
  expect(await lanes.read(id)).toMatchObject({ ...(await readFeedHead()), delivered: 0, last_success: null });
});

describe('a change that the receiver does not accept', () => {
  test('is retried after growing pauses, and parked after the ninth attempt', async () => {
    receiver.behave(() => ({ status: 500 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 3);
    const initialLane = await lanes.read(id);
    const pauses: number[] = [];
    await pusher.drain();
    const firstRoundCount = receiver.arrivals.length;
    expect(firstRoundCount).toBe(1);
    for (let attempts = 1; attempts <= 9; attempts++) {
      const currentLane = await lanes.read(id);
      expect(currentLane).toMatchObject({
        attempts,
        position: initialLane.position,
        ordinal: initialLane.ordinal,
        last_error: 'HTTP 500',
      });
      pauses.push(secondsUntil(currentLane.next_time));
      await pusher.drain();
      expect(receiver.arrivals.length).toBe(firstRoundCount + attempts - 1);
      await lanes.makeDue(id);
      await pusher.drain();
    }
    expect(await lanes.read(id)).toMatchObject({ parked: 1, attempts: 9 });
    [1, 5, 30, 120, 600, 1800, 7200, 21_600].forEach((expectedPauseS, index) => {
      expect(pauses[index]).toBeGreaterThan(expectedPauseS * 0.8 - Math.min(1, expectedPauseS));
      expect(pauses[index]).toBeLessThan(expectedPauseS * 1.2 + 1);
    });
    const rows = (await readDeliveries(id)).slice(firstRoundCount - 1);
    expect(rows.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      ...Array.from({ length: 8 }, (_, index) => [index + 1, 'failed']),
      [9, 'parked'],
    ]);
    receiver.behave(() => 'accept');
    await db('sync_lane').update({ parked: 0, attempts: 0, next_time: db.raw('NOW(3)') });
    await pusher.drain();
    expect(await lanes.read(id)).toMatchObject({ ...(await readFeedHead()), failing_since: null, delivered: 3 });
  });

  test('holds up later changes of its record only', async () => {
    const id = await subscribe();
    const failingRecordId = ++recordId;
    const written = await writeVersions(db, failingRecordId, 2);
    receiver.behave(({ recordId }) => (recordId === failingRecordId ? { status: 500 } : 'accept'));
    for (let otherCount = 0; otherCount < 8; otherCount++) written.push(...(await writeVersions(db, ++recordId, 2)));
    const initialLane = await lanes.read(id);
    await pusher.drain();
    expect(receiver.arrivals.filter(({ accepted }) => accepted)).toHaveLength(16);
    const waitingLane = await lanes.read(id);
    expect(waitingLane).toMatchObject({ position: initialLane.position, ordinal: initialLane.ordinal, attempts: 1 });
    expect(fromJson<number[]>(waitingLane.ahead)).toHaveLength(16);

    // changes that come later go on at once, those of the failing record wait
    written.push(...(await writeVersions(db, ++recordId, 3)));
    const third = { entity: 'country' as const, recordId: failingRecordId, version: 3 };
    await db.transaction((trx) => appendChanges(trx, [buildChange(third)]));
    await sequenceAll(db);
    await pusher.drain();
    expect(receiver.arrivals.filter(({ accepted }) => accepted)).toHaveLength(19);
    expect(receiver.arrivals.filter(({ recordId }) => recordId === failingRecordId)).toHaveLength(1);

    receiver.behave(() => 'accept');
    await lanes.makeDue(id);
    await pusher.drain();
    expect(expectAllDelivered(receiver, [...written, third])).toMatchObject({ changes: 22, deliveries: 23, lost: 0 });
    const columns = { ahead: null, attempts: 0, failures: null, examined: null, failing_since: null, delivered: 22 };
    expect(await lanes.read(id)).toMatchObject({ ...(await readFeedHead()), ...columns });
  });

  test('holds up a record that takes over its code', async () => {
    const id = await subscribe();
    const [first, second, other] = [++recordId, ++recordId, ++recordId];
    const rename = (record: number, version: number, before: string, after: string) => {
      const change = buildChange({ entity: 'country', recordId: record, version });
      return {
        ...change,
        code: after,
        before: { ...change.before, code: before },
        after: { ...change.after, code: after },
      };
    };
    await db.transaction((trx) =>
      appendChanges(trx, [
        rename(first, 2, 'AA', 'BB'),
        rename(second, 2, 'CC', 'AA'),
        rename(other, 2, 'DD', 'EE'),
        rename(second, 3, 'AA', 'FF'),
      ]),
    );
    await sequenceAll(db);
    receiver.behave(({ recordId }) => (recordId === first ? { status: 500 } : 'accept'));
    await pusher.drain();
    expect(receiver.arrivals.map(({ recordId }) => recordId).toSorted()).toEqual([first, other]);
    receiver.behave(() => 'accept');
    await lanes.makeDue(id);
    await pusher.drain();
    expect(receiver.arrivals.slice(2).map(({ recordId, version }) => [recordId, version])).toEqual([
      [first, 2],
      [second, 2],
      [second, 3],
    ]);
  });

  test('is tried by its own pauses while others of the lane are too', async () => {
    const id = await subscribe();
    const failing = [++recordId, ++recordId];
    for (const each of failing) await writeVersions(db, each, 1);
    receiver.behave(({ recordId }) => (failing.includes(recordId) ? { status: 500 } : 'accept'));
    for (let attempts = 1; attempts <= 9; attempts++) {
      await writeVersions(db, ++recordId, 1);
      await lanes.makeAllDue(id);
      await pusher.drain();
    }
    const attemptsOf = (record: number) => receiver.arrivals.filter(({ recordId }) => recordId === record).length;
    expect(failing.map(attemptsOf)).toEqual([9, 9]);
    expect(await lanes.read(id)).toMatchObject({ attempts: 9, parked: 1 });
    const lastOutcomes = (await readDeliveries(id)).filter(({ outcome }) => outcome === 'parked');
    expect(lastOutcomes.map(({ attempt }) => attempt)).toEqual([9, 9]);
    // others still go on
    const [later] = await writeVersions(db, ++recordId, 1);
    await pusher.drain();
    expect(receiver.arrivals.at(-1)).toMatchObject({ recordId: later?.recordId, accepted: true });
  });
});

describe('a receiver that refuses everything', () => {
  test.each<[string, Behaviour, number]>([
    ['500', { status: 500 }, 6],
    ['503', { status: 503 }, 4],
    ['no answer', 'disconnect', 4],
  ])('with %s gets few requests, and is tried with one change and at most one other', async (_, behaviour, most) => {
    receiver.behave(() => behaviour);
    const id = await subscribe();
    const written: WrittenVersion[] = [];
    for (let count = 0; count < 30; count++) written.push(...(await writeVersions(db, ++recordId, 1)));
    await pusher.drain();
    expect(receiver.arrivals.length).toBeLessThanOrEqual(most);
    for (let time = 1; time <= 3; time++) {
      const before = receiver.arrivals.length;
      // new changes are no reason to try again
      written.push(...(await writeVersions(db, ++recordId, 1)));
      await pusher.drain();
      expect(receiver.arrivals.length).toBe(before);
      await lanes.makeDue(id);
      await pusher.drain();
      expect(receiver.arrivals.length - before).toBeLessThanOrEqual(2);
    }
    receiver.behave(() => 'accept');
    await lanes.makeAllDue(id);
    await pusher.drain();
    expect(expectAllDelivered(receiver, written)).toMatchObject({ changes: 33, lost: 0 });
    expect(await lanes.read(id)).toMatchObject({ ...(await readFeedHead()), attempts: 0, ahead: null });
  });
});

describe('a change that the receiver does not accept', () => {
  test('is retried after the pause that the receiver asks for, but within an hour', async () => {
    for (const [requestedPauseS, pauseS] of [
      ['120', 120],
      ['86400', 3600],
    ] as const) {
      receiver.behave(() => ({ status: 503, headers: { 'Retry-After': requestedPauseS } }));
      const id = await subscribe();
      await writeVersions(db, ++recordId, 1);
      await pusher.drain();
      expect(secondsUntil((await lanes.read(id)).next_time)).toBeCloseTo(pauseS, -1);
      await db('subscriber').delete();
    }
  });

  test('with 410 deactivates the subscriber, which is logged', async () => {
    receiver.behave(() => ({ status: 410 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 3);
    await pusher.drain();
    await lanes.makeDue(id);
    await pusher.drain();
    expect(receiver.arrivals).toHaveLength(1);
    const subscriber = await db('subscriber').where({ id }).first();
    expect(subscriber).toMatchObject({ active: 0, off_reason: 'gone', version: 2, updated_by: 'system' });
    expect(await readDeliveries(id)).toMatchObject([{ outcome: 'gone', status: 410 }]);
    const logEntries = await db('user_log').where({ act: 'subscriberSwitchedOff', target_id: id });
    expect(logEntries).toMatchObject([{ username: 'system', user_id: null, target: subscriber.name }]);
    // Once the subscriber is active again, it receives the missed changes.
    receiver.behave(() => 'accept');
    await db('subscriber').where({ id }).update({ active: 1, off_reason: null });
    await db('sync_lane').where('subscriber_id', id).update({ attempts: 0 });
    await pusher.drain();
    expect(receivedVersions()).toEqual([1, 1, 2, 3]);
  });
});

test.each([{ paused: 1 }, { parked: 1 }])('a lane that is %o sends nothing', async (columns) => {
  const id = await subscribe();
  await db('sync_lane').where('subscriber_id', id).update(columns);
  await writeVersions(db, ++recordId, 1);
  await pusher.drain();
  expect(receiver.arrivals).toEqual([]);
});

describe('a claim', () => {
  test('that ended while its message was being sent writes nothing', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const laneBefore = await lanes.read(id);
    receiver.behave(async () => {
      await db('sync_lane').where('subscriber_id', id).update({ claim: null, paused: 1 });
      return 'accept' as const;
    });
    await pusher.drain();
    expect(receiver.arrivals).toHaveLength(1);
    expect(await lanes.read(id)).toMatchObject({
      position: laneBefore.position,
      ordinal: laneBefore.ordinal,
      paused: 1,
      delivered: 0,
    });
    expect(await readDeliveries(id)).toMatchObject([{ outcome: 'delivered' }]);
  });

  test('that ends far in the future because the clock was set back is ignored, as is such a pause', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const tomorrow = db.raw('NOW(3) + INTERVAL 1 DAY');
    await db('sync_lane')
      .where('subscriber_id', id)
      .update({ claim: 'another worker', claimed_until: tomorrow, next_time: tomorrow });
    await pusher.drain();
    expect(receivedVersions()).toEqual([1]);
  });

  test('that is valid excludes other workers', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const leaseEnd = db.raw('NOW(3) + INTERVAL 20 SECOND');
    await db('sync_lane').where('subscriber_id', id).update({ claim: 'another worker', claimed_until: leaseEnd });
    await pusher.drain();
    expect(receivedVersions()).toEqual([]);
    await db('sync_lane')
      .where('subscriber_id', id)
      .update({ claimed_until: db.raw('NOW(3)') });
    await pusher.drain();
    expect(receivedVersions()).toEqual([1]);
  });
});

test('a lane without failures is served at once, even if the clock was set back a little', async () => {
  const id = await subscribe();
  await writeVersions(db, ++recordId, 1);
  const laterTime = db.raw('NOW(3) + INTERVAL 5 MINUTE');
  await db('sync_lane').where('subscriber_id', id).update('next_time', laterTime);
  await pusher.drain();
  expect(receivedVersions()).toEqual([1]);
});

test('changes that retention removed before their delivery are reported, and the lane continues with the remaining changes', async () => {
  const id = await subscribe();
  await writeVersions(db, ++recordId, 3);
  await sequenceAll(db);
  const { position } = await readFeedHead();
  await db('change_feed').where('position', '<', position).delete();
  await db('feed_mark')
    .where('name', 'pruned')
    .update('position', position - 1);
  await pusher.drain();
  expect(receivedVersions()).toEqual([3]);
  const lossMessage = '2 changes were removed by retention before they were delivered';
  expect(await lanes.read(id)).toMatchObject({ ...(await readFeedHead()), last_error: lossMessage, delivered: 1 });
  expect(await readDeliveries(id)).toMatchObject([
    { outcome: 'lost', error: lossMessage, position: null },
    { outcome: 'delivered' },
  ]);

  await writeVersions(db, recordId, 2);
  const head = await readFeedHead();
  await db('change_feed').delete();
  await db('feed_mark').update('position', head.position);
  await pusher.drain();
  expect(await lanes.read(id)).toMatchObject({ ...head, last_error: lossMessage });
});

test('a lane with more changes than one window is served completely in one round', async () => {
  await subscribe();
  const writtenVersions = await writeVersions(db, ++recordId, 250);
  await pusher.drain();
  expect(expectAllDelivered(receiver, writtenVersions)).toMatchObject({ deliveries: 250, lost: 0 });
});
