import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database.ts';
import {
  insertSubscriberAtHead,
  openSequencedDatabase,
  type SequencedDatabase,
  type WrittenVersion,
} from './changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './delivery-checks.ts';
import { forkTestWorker, type WorkerProcess } from './fork-worker.ts';
import { startReceiver, type TestReceiver } from './receiver.ts';
import { startTestWorker } from './worker.ts';
import { writeMany } from './writers.ts';

let installation: SequencedDatabase;
let db: Database;
const forked: WorkerProcess[] = [];
let receiver: TestReceiver;

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
});
afterAll(() => installation.stop());
afterEach(async () => {
  await Promise.all(forked.splice(0).map((each) => each.kill()));
  await receiver.close();
  await db('subscriber').delete();
});

const kinds = ['country', 'city', 'airport', 'airline'] as const;
const patience = { timeout: 50_000, interval: 20 };
const subscribe = async () => {
  receiver = await startReceiver();
  return insertSubscriberAtHead(db, receiver.url, [...kinds]);
};
const fork = async (timeout = 1000) => {
  const pauses = Array<number>(1000).fill(50);
  const worker = await forkTestWorker(installation.url, {
    timeoutMs: timeout,
    leaseMs: 2 * timeout + 500,
    backoffMs: pauses,
  });
  forked.push(worker);
  return worker;
};
const allTaken = (written: WrittenVersion[]) => expect.poll(() => countMissing(receiver, written), patience).toBe(0);

test('after a kill -9 between sending and recording another worker takes over, and nothing is lost', async () => {
  const id = await subscribe();
  // the thirtieth request is answered only after its sender was killed
  let killed = () => {};
  let holding = () => {};
  const answerReleased = new Promise<void>((resolve) => {
    holding = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    killed = resolve;
  });
  receiver.behave(async (nth) => {
    if (nth >= 30) {
      holding();
      await ended;
    }
    return 'accept' as const;
  });
  const worker = await fork();
  const written = await writeMany(db, { count: 120, writers: 4, first: 6_000_000 });
  await answerReleased;
  // one that was not answered is let go before it is sent again
  const claims = () => db('sync_lane').where('subscriber_id', id).whereNotNull('claim').pluck('claim');
  await expect.poll(claims).not.toEqual([]);
  await worker.kill();
  killed();
  await expect.poll(() => receiver.arrivals.length, patience).toBeGreaterThanOrEqual(30);
  const beforeTakeOver = receiver.arrivals.length;
  expect(countMissing(receiver, written)).toBeGreaterThan(0);
  await fork();
  await allTaken(written);
  const figures = expectAllDelivered(receiver, written);
  expect(figures.repeats).toBeGreaterThan(0);
  printFigures('kill -9 between sending and marking', [figures], `${beforeTakeOver} had arrived by the kill`);
});

test('two simultaneous workers send nothing twice', { tags: ['slow'] }, async () => {
  await subscribe();
  const workers = await Promise.all([fork(10_000), fork(10_000)]);
  const written = await writeMany(db, { count: 480, writers: 6, first: 7_000_000 });
  await allTaken(written);
  await Promise.all(workers.map((worker) => worker.stop()));
  const figures = expectAllDelivered(receiver, written);
  expect(figures.repeats).toBe(0);
  printFigures('two workers at once', [figures]);
});

test('a delivery that takes longer than a lease stays with its worker', async () => {
  const id = await subscribe();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  receiver.behave(async () => {
    await answered;
    return 'accept' as const;
  });
  const options = { timeoutMs: 30_000, leaseMs: 2400 };
  const workers = [startTestWorker(db, options), startTestWorker(db, options)];
  const written = await writeMany(db, { count: 12, writers: 2, first: 5_000_000 });
  const claimed = () => db('sync_lane').where('subscriber_id', id).whereNotNull('claim');
  const { entity, ...begun } = await expect
    .poll(() => claimed().first(), patience)
    .toBeTruthy()
    .then(() => claimed().first());
  // observes one lane, as the lanes are not all claimed at the same time
  const readLaneClaim = () => db('sync_lane').where({ subscriber_id: id, entity }).first('claim', 'claimed_until');
  const beyond = begun.claimed_until.getTime() + options.leaseMs;
  await expect.poll(async () => (await readLaneClaim()).claimed_until?.getTime(), patience).toBeGreaterThan(beyond);
  expect((await readLaneClaim()).claim).toBe(begun.claim);
  answer();
  await allTaken(written);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(expectAllDelivered(receiver, written).repeats).toBe(0);
});

test('deliveries do not depend on the clock of the worker', { tags: ['slow'] }, async () => {
  const id = await subscribe();
  receiver.behave((nth) => (nth % 10 === 0 ? { status: 500 } : 'accept'));
  const worker = await fork();
  const written: WrittenVersion[] = [];
  const day = 86_400_000;
  for (const clock of [day, -day, 0]) {
    worker.send({ clock });
    const first = 8_000_000 + clock / 100;
    const batch = await writeMany(db, { count: 60, writers: 2, first });
    written.push(...batch);
    await allTaken(batch);
  }
  const figures = expectAllDelivered(receiver, written);
  expect(receiver.arrivals.filter(({ accepted }) => !accepted)).toHaveLength(Math.floor(figures.deliveries / 10));
  // what it wrote down is by the database's clock
  const [rows] = await db.raw(
    `SELECT MAX(ABS(TIMESTAMPDIFF(SECOND, time, NOW(3)))) AS off FROM delivery WHERE subscriber_id = ?`,
    [id],
  );
  expect(rows[0].off).toBeLessThan(120);
  // what was written before a clock was set back lies a day ahead
  await worker.stop();
  const ahead = db.raw('NOW(3) + INTERVAL 1 DAY');
  await db('sync_lane').update({ next_time: ahead, claim: 'of before', claimed_until: ahead });
  const lastWorker = startTestWorker(db);
  const lateWrites = await writeMany(db, { count: 48, writers: 2, first: 9_500_000 });
  await allTaken(lateWrites);
  await lastWorker.stop();
  printFigures('clock jump', [expectAllDelivered(receiver, [...written, ...lateWrites])]);
});
