import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import {
  insertSubscriberAtHead,
  openSequencedDatabase,
  type SequencedDatabase,
  type WrittenVersion,
} from './kit/changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './kit/delivery-checks.ts';
import { forkTestWorker, type WorkerProcess } from './kit/fork-worker.ts';
import { startReceiver, type TestReceiver } from './kit/receiver.ts';
import { startTestWorker } from './kit/worker.ts';
import { writeMany } from './kit/writers.ts';

let installation: SequencedDatabase;
let db: Database;
const forkedWorkers: WorkerProcess[] = [];
let receiver: TestReceiver;

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
});
afterAll(() => installation.stop());
afterEach(async () => {
  await Promise.all(forkedWorkers.splice(0).map((workerProcess) => workerProcess.kill()));
  await receiver.close();
  await db('subscriber').delete();
});

const entityKeys = ['country', 'city', 'airport', 'airline'] as const;
const pollOptions = { timeout: 50_000, interval: 20 };
const subscribe = async () => {
  receiver = await startReceiver();
  return insertSubscriberAtHead(db, receiver.url, [...entityKeys]);
};
const forkWorker = async (timeoutMs = 1000) => {
  const backoffMs = Array<number>(1000).fill(50);
  const worker = await forkTestWorker(installation.url, {
    timeoutMs,
    leaseMs: 2 * timeoutMs + 500,
    backoffMs,
  });
  forkedWorkers.push(worker);
  return worker;
};
const expectAllAccepted = (written: WrittenVersion[]) =>
  expect.poll(() => countMissing(receiver, written), pollOptions).toBe(0);

test('after a kill -9 between sending and recording, another worker takes over and nothing is lost', async () => {
  const id = await subscribe();
  // The thirtieth request is answered only after its sender was killed.
  let reportKill = () => {};
  let reportHolding = () => {};
  const requestHeld = new Promise<void>((resolve) => {
    reportHolding = resolve;
  });
  const workerKilled = new Promise<void>((resolve) => {
    reportKill = resolve;
  });
  receiver.behave(async ({ requestNumber }) => {
    if (requestNumber >= 30) {
      reportHolding();
      await workerKilled;
    }
    return 'accept' as const;
  });
  const worker = await forkWorker();
  const writtenVersions = await writeMany(db, { count: 120, writers: 4, firstRecordId: 6_000_000 });
  await requestHeld;
  // A claim is released before a message that timed out is sent again, so the test waits for the next claim.
  const claims = () => db('sync_lane').where('subscriber_id', id).whereNotNull('claim').pluck('claim');
  await expect.poll(claims).not.toEqual([]);
  await worker.kill();
  reportKill();
  await expect.poll(() => receiver.arrivals.length, pollOptions).toBeGreaterThanOrEqual(30);
  const beforeTakeOver = receiver.arrivals.length;
  expect(countMissing(receiver, writtenVersions)).toBeGreaterThan(0);
  await forkWorker();
  await expectAllAccepted(writtenVersions);
  const figures = expectAllDelivered(receiver, writtenVersions);
  expect(figures.repeats).toBeGreaterThan(0);
  printFigures('kill -9 between sending and recording', [figures], `${beforeTakeOver} had arrived by the kill`);
});

test('two simultaneous workers send nothing twice', { tags: ['slow'] }, async () => {
  await subscribe();
  const workers = await Promise.all([forkWorker(10_000), forkWorker(10_000)]);
  const writtenVersions = await writeMany(db, { count: 480, writers: 6, firstRecordId: 7_000_000 });
  await expectAllAccepted(writtenVersions);
  await Promise.all(workers.map((worker) => worker.stop()));
  const figures = expectAllDelivered(receiver, writtenVersions);
  expect(figures.repeats).toBe(0);
  printFigures('two workers at once', [figures]);
});

test('a delivery that takes longer than a lease stays with its worker', async () => {
  const id = await subscribe();
  let releaseAnswers = () => {};
  const answersReleased = new Promise<void>((resolve) => {
    releaseAnswers = resolve;
  });
  receiver.behave(async () => {
    await answersReleased;
    return 'accept' as const;
  });
  const options = { timeoutMs: 30_000, leaseMs: 2400 };
  const workers = [startTestWorker(db, options), startTestWorker(db, options)];
  const writtenVersions = await writeMany(db, { count: 12, writers: 2, firstRecordId: 5_000_000 });
  const claimedLanes = () => db('sync_lane').where('subscriber_id', id).whereNotNull('claim');
  const { entity, ...firstClaim } = await expect
    .poll(() => claimedLanes().first(), pollOptions)
    .toBeTruthy()
    .then(() => claimedLanes().first());
  // One lane is observed, because the lanes are not all claimed at the same time.
  const readLaneClaim = () => db('sync_lane').where({ subscriber_id: id, entity }).first('claim', 'claimed_until');
  const renewedUntil = firstClaim.claimed_until.getTime() + options.leaseMs;
  await expect
    .poll(async () => (await readLaneClaim()).claimed_until?.getTime(), pollOptions)
    .toBeGreaterThan(renewedUntil);
  expect((await readLaneClaim()).claim).toBe(firstClaim.claim);
  releaseAnswers();
  await expectAllAccepted(writtenVersions);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(expectAllDelivered(receiver, writtenVersions).repeats).toBe(0);
});

test('deliveries do not depend on the clock of the worker', { tags: ['slow'] }, async () => {
  const id = await subscribe();
  receiver.behave(({ requestNumber }) => (requestNumber % 10 === 0 ? { status: 500 } : 'accept'));
  const worker = await forkWorker();
  const writtenVersions: WrittenVersion[] = [];
  const dayMs = 86_400_000;
  for (const clockOffsetMs of [dayMs, -dayMs, 0]) {
    worker.send({ clockOffsetMs });
    const firstRecordId = 8_000_000 + clockOffsetMs / 100;
    const batch = await writeMany(db, { count: 60, writers: 2, firstRecordId });
    writtenVersions.push(...batch);
    await expectAllAccepted(batch);
  }
  const figures = expectAllDelivered(receiver, writtenVersions);
  expect(receiver.arrivals.filter(({ accepted }) => !accepted)).toHaveLength(Math.floor(figures.deliveries / 10));
  // The times of deliveries are taken from the database's clock.
  const [rows] = await db.raw(
    `SELECT MAX(ABS(TIMESTAMPDIFF(SECOND, time, NOW(3)))) AS differenceS FROM delivery WHERE subscriber_id = ?`,
    [id],
  );
  expect(rows[0].differenceS).toBeLessThan(120);
  // A clock that was set back leaves times that are a day ahead.
  await worker.stop();
  const tomorrow = db.raw('NOW(3) + INTERVAL 1 DAY');
  await db('sync_lane').update({ next_time: tomorrow, claim: 'earlier claim', claimed_until: tomorrow });
  const lastWorker = startTestWorker(db);
  const lateWrites = await writeMany(db, { count: 48, writers: 2, firstRecordId: 9_500_000 });
  await expectAllAccepted(lateWrites);
  await lastWorker.stop();
  printFigures('clock jump', [expectAllDelivered(receiver, [...writtenVersions, ...lateWrites])]);
});
