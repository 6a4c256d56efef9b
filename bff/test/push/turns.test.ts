import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { NO_LEASE } from '../../src/database/leases.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { appendChanges } from '../../src/record-log/append.ts';
import { claimLane, findDueLanes, whereLane } from '../../src/sync/push/lanes.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { readLane } from '../../src/sync/status/lanes.ts';
import { sequenceAll } from '../feed/changes.ts';
import {
  buildChange,
  insertSubscriberAtHead,
  openSequencedDatabase,
  type SequencedDatabase,
  writeVersions,
} from './kit/changes.ts';
import { laneRowsOf, secondsUntil } from './kit/lane-rows.ts';
import { startReceiver, type TestReceiver } from './kit/receiver.ts';
import { createTestPusher } from './kit/worker.ts';

const HOUR_MS = 3_600_000;

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
  pusher = createTestPusher(db, { backoffMs: [HOUR_MS, HOUR_MS] });
});
afterEach(async () => {
  await pusher.stop();
  await receiver.close();
  await db('subscriber').delete();
});

/** Writes changes of a record that the receiver refuses; all others are accepted. */
async function writeRefused(versions: number): Promise<void> {
  const refused = ++recordId;
  receiver.behave((arrival) => (arrival.recordId === refused ? { status: 422 } : 'accept'));
  await writeVersions(db, refused, versions);
}

test('lanes are served in turn, also one in which a failed change waits for its retry', async () => {
  const failing = await insertSubscriberAtHead(db, receiver.url);
  await writeRefused(1);
  await pusher.drain();
  const healthy = [await insertSubscriberAtHead(db, receiver.url), await insertSubscriberAtHead(db, receiver.url)];
  await writeVersions(db, ++recordId, 1);

  const maxAhead = { pauseMs: 2 * HOUR_MS, leaseMs: HOUR_MS };
  const served: number[] = [];
  for (let turn = 0; turn < 6; turn++) {
    const [key] = await findDueLanes(db, maxAhead, 1);
    if (!key) throw new Error('No lane is due.');
    await claimLane(db, key, 1000, maxAhead);
    served.push(key.subscriberId);
    // healthy lanes are due again at once
    const columns = key.subscriberId === failing ? {} : { next_time: db.raw('NOW(3)') };
    await db('sync_lane')
      .where(whereLane(key))
      .update({ ...NO_LEASE, ...columns });
  }
  expect(served.slice(0, 3).toSorted()).toEqual([failing, ...healthy].toSorted());
  expect(served.slice(3)).toEqual(served.slice(0, 3));
});

test('a lane counts the changes that wait for a failed one', async () => {
  const id = await insertSubscriberAtHead(db, receiver.url);
  const read = async () => {
    const lane = await readLane(db, { subscriberId: id, entity: 'country' });
    return lane && { backlog: lane.backlog, waiting: lane.waiting, attempts: lane.attempts };
  };
  await writeRefused(4);
  await writeVersions(db, ++recordId, 2);
  expect(await read()).toEqual({ backlog: 6, waiting: 0, attempts: 0 });
  await pusher.drain();
  expect(await read()).toEqual({ backlog: 4, waiting: 3, attempts: 1 });

  receiver.behave(() => ({ status: 503 }));
  await writeVersions(db, ++recordId, 2);
  await pusher.drain();
  expect(await read()).toEqual({ backlog: 6, waiting: 4, attempts: 1 });

  receiver.behave(() => 'accept');
  await laneRowsOf(db).makeAllDue(id);
  await pusher.drain();
  expect(await read()).toEqual({ backlog: 0, waiting: 0, attempts: 0 });
});

describe('a receiver that refuses everything', () => {
  const makeDue = (entity: EntityKey) => db('sync_lane').where({ entity }).update('next_time', db.raw('NOW(3)'));
  const pauseOf = async (entity: EntityKey) =>
    secondsUntil((await db('sync_lane').where({ entity }).first()).next_time);
  const refuseEverything = () => receiver.behave(() => ({ status: 500 }));

  test('is tried after pauses that grow, although each attempt tries another change too', async () => {
    const pusherWithPauses = createTestPusher(db, {
      backoffMs: [1, 100, 1000, 10_000].map((seconds) => seconds * 1000),
    });
    await insertSubscriberAtHead(db, receiver.url);
    for (let count = 0; count < 20; count++) await writeVersions(db, ++recordId, 1);
    refuseEverything();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await makeDue('country');
      await pusherWithPauses.drain();
      pauses.push(await pauseOf('country'));
    }
    await pusherWithPauses.stop();
    expect(pauses.map((pause) => Math.round(Math.log10(pause + 0.5)))).toEqual([0, 2, 3, 4]);
  });

  test('gets at once what waits for its own pause, also of other kinds, when it takes something again', async () => {
    await insertSubscriberAtHead(db, receiver.url, ['country', 'city']);
    refuseEverything();
    for (let count = 0; count < 5; count++) await writeVersions(db, ++recordId, 1);
    await writeVersions(db, ++recordId, 1, 'city');
    await pusher.drain();
    expect(await pauseOf('city')).toBeGreaterThan(1000);
    receiver.behave(() => 'accept');
    await makeDue('country');
    await pusher.drain();
    expect(receiver.acceptedNames.size).toBe(6);
    expect(await db('sync_lane').where('attempts', '>', 0)).toEqual([]);
  });
});

test('no more than 1,000 changes are sent ahead of a failed one, however often that is tried', async () => {
  const id = await insertSubscriberAtHead(db, receiver.url);
  await writeRefused(1);
  const later = Array.from({ length: 1200 }, () =>
    buildChange({ entity: 'country', recordId: ++recordId, version: 1 }),
  );
  await db.transaction((trx) => appendChanges(trx, later));
  await sequenceAll(db);
  for (let attempt = 1; attempt <= 3; attempt++) {
    await laneRowsOf(db).makeAllDue(id);
    await pusher.drain();
  }
  // the failed one is the first of the thousand
  expect(receiver.acceptedNames.size).toBe(999);
  receiver.behave(() => 'accept');
  await db('sync_lane').update({ parked: 0, attempts: 0, failures: null, next_time: db.raw('NOW(3)') });
  await pusher.drain();
  expect(receiver.acceptedNames.size).toBe(1201);
});
