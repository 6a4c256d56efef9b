import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BACKOFF_MS } from '#sync/push/sender.ts';
import { type Database, fromJson } from '../../src/database/database.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase, writeVersions } from './kit/changes.ts';
import { laneRowsOf, secondsUntil } from './kit/lane-rows.ts';
import { startReceiver, type TestReceiver } from './kit/receiver.ts';
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

const subscribe = (columns?: object) => insertSubscriberAtHead(db, receiver.url, ['country'], columns);

describe('a change whose attempts are used up', () => {
  let id: number;
  let stuck: number;

  beforeEach(async () => {
    id = await subscribe();
    stuck = ++recordId;
    await writeVersions(db, stuck, 1);
    receiver.behave(({ recordId }) => (recordId === stuck ? { status: 422 } : 'accept'));
    for (let attempts = 1; attempts <= 9; attempts++) {
      await lanes.makeAllDue(id);
      await pusher.drain();
    }
  });
  const arrivalsOf = (record: number) => receiver.arrivals.filter(({ recordId }) => recordId === record);

  test('is not sent with later changes, whose refusal only delays the lane by their own pause', async () => {
    let isRefusing = true;
    receiver.behave(({ recordId }) => (recordId === stuck ? { status: 422 } : isRefusing ? { status: 503 } : 'accept'));
    const [later] = await writeVersions(db, ++recordId, 1);
    await pusher.drain();
    const lane = await lanes.read(id);
    expect(lane.parked).toBe(0);
    expect(secondsUntil(lane.next_time)).toBeLessThan(2);
    isRefusing = false;
    await lanes.makeDue(id);
    await pusher.drain();
    expect(arrivalsOf(later?.recordId ?? 0).map(({ accepted }) => accepted)).toEqual([false, true]);
    expect(arrivalsOf(stuck)).toHaveLength(9);
    expect(await lanes.read(id)).toMatchObject({ parked: 1, attempts: 9 });
  });

  test('is sent after a retry that was requested while the lane was being served', async () => {
    let isRetried = false;
    receiver.behave(async ({ recordId }) => {
      if (recordId === stuck) return isRetried ? 'accept' : { status: 422 };
      await db('sync_lane')
        .where('subscriber_id', id)
        .update({ next_time: db.raw('NOW(3)'), parked: 0, attempts: 0, failures: null });
      isRetried = true;
      return 'accept';
    });
    await writeVersions(db, ++recordId, 1);
    await pusher.drain();
    expect(arrivalsOf(stuck).at(-1)).toMatchObject({ accepted: true });
    expect(await lanes.read(id)).toMatchObject({ parked: 0, attempts: 0 });
  });
});

test('a failed change is tried again if its time lies far ahead because the clock was set back', async () => {
  const id = await subscribe();
  receiver.behave(({ requestNumber }) => (requestNumber === 1 ? { status: 500 } : 'accept'));
  await writeVersions(db, ++recordId, 1);
  await pusher.drain();
  const tomorrow = Date.now() + 86_400_000;
  const failures = fromJson<object[]>((await lanes.read(id)).failures).map((each) => ({ ...each, nextTime: tomorrow }));
  await db('sync_lane')
    .where('subscriber_id', id)
    .update({ failures: JSON.stringify(failures), next_time: new Date(tomorrow) });
  await pusher.drain();
  expect(receiver.arrivals.map(({ accepted }) => accepted)).toEqual([false, true]);
});
