import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BACKOFF_MS } from '#sync/push/sender.ts';
import { type Database, fromJson } from '../../src/database/database.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { sequenceAll } from '../feed/changes.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase, writeVersions } from './changes.ts';
import { expectAllDelivered } from './delivery-checks.ts';
import { receiverSecret, startReceiver, type TestReceiver } from './receiver.ts';
import { createTestPusher } from './worker.ts';

let installation: SequencedDatabase;
let db: Database;
let receiver: TestReceiver;
let pusher: Pusher;
let recordId = 1_000_000;

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
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

const readLane = (id: number) => db('sync_lane').where('subscriber_id', id).first();
const readDeliveries = (id: number) => db('delivery').where('subscriber_id', id).orderBy('id');
const subscribe = (columns?: object) => insertSubscriberAtHead(db, receiver.url, ['country'], columns);
const makeDue = (id: number) => db('sync_lane').where('subscriber_id', id).update('next_time', db.raw('NOW(3)'));
const secondsUntil = (time: Date) => (time.getTime() - Date.now()) / 1000;
const readFeedHead = () => db('feed_kind').where('entity', 'country').first('position', 'ordinal');
const receivedVersions = () => receiver.arrivals.map(({ version }) => version);

test('a subscriber receives each change since its creation in order, and each delivery is recorded', async () => {
  const earlierChanges = await writeVersions(db, ++recordId, 1);
  const id = await subscribe();
  const writtenVersions = await writeVersions(db, ++recordId, 3);
  await pusher.drain();
  expect(expectAllDelivered(receiver, writtenVersions)).toEqual({ changes: 3, deliveries: 3, repeats: 0, lost: 0 });
  expect(receiver.store.newest.has(`country/${earlierChanges[0]?.recordId}`)).toBe(false);
  expect(await readLane(id)).toMatchObject({
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
  expect(await readLane(id)).toMatchObject({ ...(await readFeedHead()), delivered: 0, last_success: null });
});

describe('a change that the receiver does not accept', () => {
  test('is retried after growing pauses, and parked after the eighth attempt', async () => {
    receiver.behave(() => ({ status: 500 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 2);
    await writeVersions(db, ++recordId, 1);
    const initialLane = await readLane(id);
    const pauses: number[] = [];
    await pusher.drain();
    const firstRoundCount = receiver.arrivals.length;
    expect(firstRoundCount).toBe(2);
    for (let attempts = 1; attempts <= 8; attempts++) {
      const currentLane = await readLane(id);
      expect(currentLane).toMatchObject({
        attempts,
        position: initialLane.position,
        ordinal: initialLane.ordinal,
        last_error: 'HTTP 500',
      });
      pauses.push(secondsUntil(currentLane.next_time));
      await pusher.drain();
      expect(receiver.arrivals.length).toBe(firstRoundCount + attempts - 1);
      await makeDue(id);
      await pusher.drain();
    }
    expect(await readLane(id)).toMatchObject({ parked: 1, attempts: 8 });
    [5, 30, 120, 600, 1800, 7200, 21_600].forEach((expectedPauseS, index) => {
      expect(pauses[index]).toBeGreaterThan(expectedPauseS * 0.8 - 5);
      expect(pauses[index]).toBeLessThan(expectedPauseS * 1.2 + 1);
    });
    const rows = (await readDeliveries(id)).slice(firstRoundCount - 1);
    expect(rows.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      ...Array.from({ length: 7 }, (_, index) => [index + 1, 'failed']),
      [8, 'parked'],
    ]);
    receiver.behave(() => 'accept');
    await db('sync_lane').update({ parked: 0, attempts: 0, next_time: db.raw('NOW(3)') });
    await pusher.drain();
    expect(await readLane(id)).toMatchObject({ ...(await readFeedHead()), failing_since: null, delivered: 3 });
  });

  test('does not undo later deliveries, and the lane stays at that change', async () => {
    const id = await subscribe();
    const failingRecordId = ++recordId;
    const writtenVersions = await writeVersions(db, failingRecordId, 2);
    for (let otherCount = 0; otherCount < 8; otherCount++)
      writtenVersions.push(...(await writeVersions(db, ++recordId, 1)));
    const initialLane = await readLane(id);
    // The failing request is answered after three others.
    receiver.behave(async (requestNumber) => {
      if (requestNumber > 1) return 'accept';
      await expect.poll(() => receiver.arrivals.length).toBeGreaterThanOrEqual(3);
      return { status: 500 };
    });
    await pusher.drain();
    const blockedLane = await readLane(id);
    expect(blockedLane).toMatchObject({ position: initialLane.position, ordinal: initialLane.ordinal, attempts: 1 });
    const acceptedIds = receiver.arrivals.filter((arrival) => arrival.accepted).map(({ id }) => Number(id.slice(4)));
    expect(fromJson<number[]>(blockedLane.ahead)).toEqual(acceptedIds.toSorted((a, b) => a - b));
    await makeDue(id);
    await pusher.drain();
    expect(expectAllDelivered(receiver, writtenVersions)).toMatchObject({ changes: 10, deliveries: 11, repeats: 1 });
    expect(await readLane(id)).toMatchObject({ ...(await readFeedHead()), ahead: null, attempts: 0, delivered: 10 });
  });

  test('is retried after the pause that the receiver asks for, but within an hour', async () => {
    for (const [requestedPauseS, pauseS] of [
      ['120', 120],
      ['86400', 3600],
    ] as const) {
      receiver.behave(() => ({ status: 503, headers: { 'Retry-After': requestedPauseS } }));
      const id = await subscribe();
      await writeVersions(db, ++recordId, 1);
      await pusher.drain();
      expect(secondsUntil((await readLane(id)).next_time)).toBeCloseTo(pauseS, -1);
      await db('subscriber').delete();
    }
  });

  test('with 410 deactivates the subscriber, which is logged', async () => {
    receiver.behave(() => ({ status: 410 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 3);
    await pusher.drain();
    await makeDue(id);
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
    const laneBefore = await readLane(id);
    receiver.behave(async () => {
      await db('sync_lane').where('subscriber_id', id).update({ claim: null, paused: 1 });
      return 'accept' as const;
    });
    await pusher.drain();
    expect(receiver.arrivals).toHaveLength(1);
    expect(await readLane(id)).toMatchObject({
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
  expect(await readLane(id)).toMatchObject({ ...(await readFeedHead()), last_error: lossMessage, delivered: 1 });
  expect(await readDeliveries(id)).toMatchObject([
    { outcome: 'lost', error: lossMessage, position: null },
    { outcome: 'delivered' },
  ]);

  await writeVersions(db, recordId, 2);
  const head = await readFeedHead();
  await db('change_feed').delete();
  await db('feed_mark').update('position', head.position);
  await pusher.drain();
  expect(await readLane(id)).toMatchObject({ ...head, last_error: lossMessage });
});

test('a lane with more changes than one window is served completely in one round', async () => {
  await subscribe();
  const writtenVersions = await writeVersions(db, ++recordId, 250);
  await pusher.drain();
  expect(expectAllDelivered(receiver, writtenVersions)).toMatchObject({ deliveries: 250, lost: 0 });
});
