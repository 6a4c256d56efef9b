import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BACKOFF_MS } from '#sync/push/sender.ts';
import { type Database, fromJson } from '../../src/database.ts';
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

const lane = (id: number) => db('sync_lane').where('subscriber_id', id).first();
const deliveries = (id: number) => db('delivery').where('subscriber_id', id).orderBy('id');
const subscribe = (columns?: object) => insertSubscriberAtHead(db, receiver.url, ['country'], columns);
const makeDue = (id: number) => db('sync_lane').where('subscriber_id', id).update('next_time', db.raw('NOW(3)'));
const secondsUntil = (time: Date) => (time.getTime() - Date.now()) / 1000;
const kindNow = () => db('feed_kind').where('entity', 'country').first('position', 'ordinal');
const versions = () => receiver.arrivals.map(({ version }) => version);

test('a subscriber gets each change from when it was made on, in order, and each is written down', async () => {
  const before = await writeVersions(db, ++recordId, 1);
  const id = await subscribe();
  const written = await writeVersions(db, ++recordId, 3);
  await pusher.drain();
  expect(expectAllDelivered(receiver, written)).toEqual({ changes: 3, deliveries: 3, repeats: 0, lost: 0 });
  expect(receiver.store.newest.has(`country/${before[0]?.recordId}`)).toBe(false);
  expect(await lane(id)).toMatchObject({
    ...(await kindNow()),
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
  const rows = await deliveries(id);
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row).toMatchObject({ kind: 'change', outcome: 'delivered', attempt: 1, status: 204, request: null });
    expect(row.message_id).toBe(`chg_${row.position}`);
    expect(Math.abs(secondsUntil(row.time))).toBeLessThan(10);
  }
});

test('a secret that is being exchanged signs beside the new one until its time is over', async () => {
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

test('what the filter keeps away is passed by without a request', async () => {
  const id = await subscribe({ filter: JSON.stringify({ statuses: ['rejected'] }) });
  await writeVersions(db, ++recordId, 3);
  await pusher.drain();
  expect(receiver.arrivals).toEqual([]);
  expect(await lane(id)).toMatchObject({ ...(await kindNow()), delivered: 0, last_success: null });
});

describe('a change that is not taken', () => {
  test('is tried again by itself after growing pauses, and parked after the eighth try', async () => {
    receiver.behave(() => ({ status: 500 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 2);
    await writeVersions(db, ++recordId, 1);
    const start = await lane(id);
    const pauses: number[] = [];
    await pusher.drain();
    const together = receiver.arrivals.length;
    expect(together).toBe(2);
    for (let attempts = 1; attempts <= 8; attempts++) {
      const now = await lane(id);
      expect(now).toMatchObject({ attempts, position: start.position, ordinal: start.ordinal, last_error: 'HTTP 500' });
      pauses.push(secondsUntil(now.next_time));
      await pusher.drain();
      expect(receiver.arrivals.length).toBe(together + attempts - 1);
      await makeDue(id);
      await pusher.drain();
    }
    expect(await lane(id)).toMatchObject({ parked: 1, attempts: 8 });
    [5, 30, 120, 600, 1800, 7200, 21_600].forEach((usual, index) => {
      expect(pauses[index]).toBeGreaterThan(usual * 0.8 - 5);
      expect(pauses[index]).toBeLessThan(usual * 1.2 + 1);
    });
    const rows = (await deliveries(id)).slice(together - 1);
    expect(rows.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      ...Array.from({ length: 7 }, (_, index) => [index + 1, 'failed']),
      [8, 'parked'],
    ]);
    receiver.behave(() => 'accept');
    await db('sync_lane').update({ parked: 0, attempts: 0, next_time: db.raw('NOW(3)') });
    await pusher.drain();
    expect(await lane(id)).toMatchObject({ ...(await kindNow()), failing_since: null, delivered: 3 });
  });

  test('leaves what is delivered beyond it delivered, and the lane standing at it', async () => {
    const id = await subscribe();
    const bad = ++recordId;
    const written = await writeVersions(db, bad, 2);
    for (let others = 0; others < 8; others++) written.push(...(await writeVersions(db, ++recordId, 1)));
    const start = await lane(id);
    // the bad one answers when three others are through
    receiver.behave(async (nth) => {
      if (nth > 1) return 'accept';
      await expect.poll(() => receiver.arrivals.length).toBeGreaterThanOrEqual(3);
      return { status: 500 };
    });
    await pusher.drain();
    const stands = await lane(id);
    expect(stands).toMatchObject({ position: start.position, ordinal: start.ordinal, attempts: 1 });
    const taken = receiver.arrivals.filter((arrival) => arrival.accepted).map(({ id }) => Number(id.slice(4)));
    expect(fromJson<number[]>(stands.ahead)).toEqual(taken.toSorted((a, b) => a - b));
    await makeDue(id);
    await pusher.drain();
    expect(expectAllDelivered(receiver, written)).toMatchObject({ changes: 10, deliveries: 11, repeats: 1 });
    expect(await lane(id)).toMatchObject({ ...(await kindNow()), ahead: null, attempts: 0, delivered: 10 });
  });

  test('waits as long as the receiver asks for, but no more than an hour', async () => {
    for (const [asked, waited] of [
      ['120', 120],
      ['86400', 3600],
    ] as const) {
      receiver.behave(() => ({ status: 503, headers: { 'Retry-After': asked } }));
      const id = await subscribe();
      await writeVersions(db, ++recordId, 1);
      await pusher.drain();
      expect(secondsUntil((await lane(id)).next_time)).toBeCloseTo(waited, -1);
      await db('subscriber').delete();
    }
  });

  test('with 410 switches the subscriber off, and says so in the user log', async () => {
    receiver.behave(() => ({ status: 410 }));
    const id = await subscribe();
    await writeVersions(db, ++recordId, 3);
    await pusher.drain();
    await makeDue(id);
    await pusher.drain();
    expect(receiver.arrivals).toHaveLength(1);
    const subscriber = await db('subscriber').where({ id }).first();
    expect(subscriber).toMatchObject({ active: 0, off_reason: 'gone', version: 2, updated_by: 'system' });
    expect(await deliveries(id)).toMatchObject([{ outcome: 'gone', status: 410 }]);
    const acts = await db('user_log').where({ act: 'subscriberSwitchedOff', target_id: id });
    expect(acts).toMatchObject([{ username: 'system', user_id: null, target: subscriber.name }]);
    // made active again, it gets what it missed
    receiver.behave(() => 'accept');
    await db('subscriber').where({ id }).update({ active: 1, off_reason: null });
    await db('sync_lane').where('subscriber_id', id).update({ attempts: 0 });
    await pusher.drain();
    expect(versions()).toEqual([1, 1, 2, 3]);
  });
});

test.each([{ paused: 1 }, { parked: 1 }])('a lane that is %o stands still', async (columns) => {
  const id = await subscribe();
  await db('sync_lane').where('subscriber_id', id).update(columns);
  await writeVersions(db, ++recordId, 1);
  await pusher.drain();
  expect(receiver.arrivals).toEqual([]);
});

describe('a claim', () => {
  test('that was ended while its message was under way writes nothing any more', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const before = await lane(id);
    receiver.behave(async () => {
      await db('sync_lane').where('subscriber_id', id).update({ claim: null, paused: 1 });
      return 'accept' as const;
    });
    await pusher.drain();
    expect(receiver.arrivals).toHaveLength(1);
    expect(await lane(id)).toMatchObject({
      position: before.position,
      ordinal: before.ordinal,
      paused: 1,
      delivered: 0,
    });
    expect(await deliveries(id)).toMatchObject([{ outcome: 'delivered' }]);
  });

  test('that a clock set back has put far into the future is none, and neither is such a pause', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const farAway = db.raw('NOW(3) + INTERVAL 1 DAY');
    await db('sync_lane')
      .where('subscriber_id', id)
      .update({ claim: 'of another', claimed_until: farAway, next_time: farAway });
    await pusher.drain();
    expect(versions()).toEqual([1]);
  });

  test('that is good keeps others away', async () => {
    const id = await subscribe();
    await writeVersions(db, ++recordId, 1);
    const soon = db.raw('NOW(3) + INTERVAL 20 SECOND');
    await db('sync_lane').where('subscriber_id', id).update({ claim: 'of another', claimed_until: soon });
    await pusher.drain();
    expect(versions()).toEqual([]);
    await db('sync_lane')
      .where('subscriber_id', id)
      .update({ claimed_until: db.raw('NOW(3)') });
    await pusher.drain();
    expect(versions()).toEqual([1]);
  });
});

test('a lane that has not failed waits for nothing, however little the clock was set back', async () => {
  const id = await subscribe();
  await writeVersions(db, ++recordId, 1);
  const ahead = db.raw('NOW(3) + INTERVAL 5 MINUTE');
  await db('sync_lane').where('subscriber_id', id).update('next_time', ahead);
  await pusher.drain();
  expect(versions()).toEqual([1]);
});

test('changes that retention removed under a lane are told of, and the lane goes on with what is kept', async () => {
  const id = await subscribe();
  await writeVersions(db, ++recordId, 3);
  await sequenceAll(db);
  const { position } = await kindNow();
  await db('change_feed').where('position', '<', position).delete();
  await db('feed_mark')
    .where('name', 'pruned')
    .update('position', position - 1);
  await pusher.drain();
  expect(versions()).toEqual([3]);
  const said = '2 changes were removed by retention before they were delivered';
  expect(await lane(id)).toMatchObject({ ...(await kindNow()), last_error: said, delivered: 1 });
  expect(await deliveries(id)).toMatchObject([
    { outcome: 'lost', error: said, position: null },
    { outcome: 'delivered' },
  ]);

  await writeVersions(db, recordId, 2);
  const head = await kindNow();
  await db('change_feed').delete();
  await db('feed_mark').update('position', head.position);
  await pusher.drain();
  expect(await lane(id)).toMatchObject({ ...head, last_error: said });
});

test('a lane with more than one window is served to its end at one go', async () => {
  await subscribe();
  const written = await writeVersions(db, ++recordId, 250);
  await pusher.drain();
  expect(expectAllDelivered(receiver, written)).toMatchObject({ deliveries: 250, lost: 0 });
});
