/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityKey } from '../../src/http/contract.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase } from './kit/changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './kit/delivery-checks.ts';
import { forkTestWorker, type WorkerProcess } from './kit/fork-worker.ts';
import { type Behaviour, startReceiver } from './kit/receiver.ts';
import { writeMany } from './kit/writers.ts';

let installation: SequencedDatabase;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  installation = await openSequencedDatabase();
});
afterAll(async () => {
  await Promise.all(workers.map((workerProcess) => workerProcess.kill()));
  await installation.stop();
});

/** The faults that requests get at random. */
const faults: Behaviour[] = [
  'acceptAndDisconnect',
  'disconnect',
  'hang',
  { status: 500 },
  { status: 503 },
  { status: 302 },
];
const failOneIn = (requestCount: number) => (): Behaviour =>
  (Math.random() < 1 / requestCount ? faults[Math.floor(Math.random() * faults.length)] : undefined) ?? 'accept';

test('10,000 changes of overlapping transactions are delivered to three receivers that fail at random, by two workers', async () => {
  const { db, url } = installation;
  const subscribedEntities: EntityKey[][] = [
    ['country', 'city', 'airport', 'airline'],
    ['country', 'city'],
    ['airport'],
  ];
  const receivers = await Promise.all(subscribedEntities.map(() => startReceiver()));
  for (const [index, receiver] of receivers.entries()) {
    receiver.behave(failOneIn(150));
    await insertSubscriberAtHead(db, receiver.url, subscribedEntities[index] ?? []);
  }
  const options = { timeoutMs: 500, leaseMs: 1500, backoffMs: Array<number>(1000).fill(30) };
  workers.push(...(await Promise.all([forkTestWorker(url, options), forkTestWorker(url, options)])));
  const startedAt = performance.now();
  const writtenVersions = await writeMany(db, { count: 10_000, writers: 8 });
  const writingMs = performance.now() - startedAt;
  const subscribedChanges = subscribedEntities.map((entityKeys) =>
    writtenVersions.filter(({ entity }) => entityKeys.includes(entity)),
  );
  const countAllMissing = () =>
    receivers.reduce(
      (sum, receiver, index) => sum + countMissing(receiver, subscribedChanges[index] ?? writtenVersions),
      0,
    );
  await expect.poll(countAllMissing, { timeout: 200_000, interval: 100 }).toBe(0);
  const durationS = ((performance.now() - startedAt) / 1000).toFixed(1);
  const figures = receivers.map((receiver, index) =>
    expectAllDelivered(receiver, subscribedChanges[index] ?? writtenVersions),
  );
  const [loggedRow] = await db('data_log').where('record_id', '>=', 2_000_000).count({ count: '*' });
  expect(Number(loggedRow?.count)).toBe(writtenVersions.length);
  printFigures(
    '10,000 writes, failing receivers, two workers',
    figures,
    `${durationS} s, ${(writingMs / 1000).toFixed(1)} s of writing`,
  );
  await Promise.all(receivers.map((receiver) => receiver.close()));
  // The timeout is generous because the machine may be busy.
}, 300_000);
