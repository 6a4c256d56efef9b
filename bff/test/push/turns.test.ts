import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { NO_LEASE } from '../../src/database/leases.ts';
import { claimLane, findDueLanes, whereLane } from '../../src/sync/push/lanes.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { readLane } from '../../src/sync/status/lanes.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase, writeVersions } from './changes.ts';
import { laneRowsOf } from './lane-rows.ts';
import { startReceiver, type TestReceiver } from './receiver.ts';
import { createTestPusher } from './worker.ts';

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
