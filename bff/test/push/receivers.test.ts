import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase } from './changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './delivery-checks.ts';
import { behaviours, type FaultyServer, startFaultyServer } from './faulty-server.ts';
import { type Behaviour, startReceiver, type TestReceiver } from './receiver.ts';
import { startTestWorker, type TestWorker } from './worker.ts';
import { writeMany } from './writers.ts';

let installation: SequencedDatabase;
let db: Database;
let worker: TestWorker;
const open: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
});
afterAll(() => installation.stop());
beforeEach(() => {
  worker = startTestWorker(db, { backoffMs: Array<number>(1000).fill(100) });
});
afterEach(async () => {
  await worker.stop();
  await Promise.all(open.splice(0).map((each) => each.close()));
  await db('subscriber').delete();
});

const receiverHere = async () => {
  const receiver = await startReceiver();
  open.push(receiver);
  return receiver;
};
const kinds = ['country', 'city', 'airport', 'airline'] as const;
const countAttempts = async (id: number) => {
  const [row] = await db('sync_lane').where('subscriber_id', id).sum({ attempts: 'attempts' });
  return Number(row?.attempts);
};
const patience = { timeout: 50_000, interval: 20 };
let first = 3_000_000;
const write = () => {
  first += 1_000_000;
  return writeMany(db, { count: 72, writers: 2, first });
};

test('faulty receivers of every kind receive everything after their fault has ended', {
  tags: ['slow'],
}, async () => {
  const healthy = await receiverHere();
  await insertSubscriberAtHead(db, healthy.url, [...kinds]);
  const bad: { id: number; server: FaultyServer; receiver: TestReceiver }[] = [];
  // a success status counts as delivered even if the answer is incomplete
  const { closesInTheBody, tricklesTheBody, endlessBody, closesOnSecondRequest, ...failing } = behaviours;
  for (const behave of Object.values(failing)) {
    const server = await startFaultyServer(behave);
    open.push(server);
    bad.push({ id: await insertSubscriberAtHead(db, server.url, [...kinds]), server, receiver: await receiverHere() });
  }
  const written = await write();
  await expect.poll(() => countMissing(healthy, written), patience).toBe(0);
  for (const { id } of bad) await expect.poll(() => countAttempts(id), patience).toBeGreaterThan(kinds.length);
  for (const { server, receiver } of bad) server.handOver(receiver.adopt);
  const countMissingOfBad = () => bad.reduce((sum, { receiver }) => sum + countMissing(receiver, written), 0);
  await expect.poll(countMissingOfBad, patience).toBe(0);
  const figures = [healthy, ...bad.map(({ receiver }) => receiver)].map((receiver) =>
    expectAllDelivered(receiver, written),
  );
  const [failed] = await db('delivery').whereIn('outcome', ['failed', 'parked']).count({ count: '*' });
  printFigures(`${bad.length} faulty receivers beside a healthy one`, figures, `failed tries ${failed?.count}`);
});

test('a receiver receives everything after an outage', async () => {
  const before = await receiverHere();
  const port = Number(new URL(before.url).port);
  const id = await insertSubscriberAtHead(db, before.url, [...kinds]);
  const early = await write();
  await expect.poll(() => countMissing(before, early), patience).toBe(0);
  await before.close();
  open.splice(open.indexOf(before), 1);
  const lateWrites = await write();
  await expect.poll(() => countAttempts(id), patience).toBeGreaterThan(kinds.length);
  const after = await startReceiver(port);
  open.push(after);
  await expect.poll(() => countMissing(after, lateWrites), patience).toBe(0);
  printFigures('receiver down', [expectAllDelivered(before, early), expectAllDelivered(after, lateWrites)]);
});

test.each<[string, (inside: string) => Behaviour]>([
  ['500', () => ({ status: 500 })],
  ['a redirect to a private address', (inside) => ({ status: 307, headers: { Location: inside } })],
  ['a redirect to a link-local address', () => ({ status: 302, headers: { Location: 'http://169.254.169.254/' } })],
  ['nothing, having taken it', () => 'acceptAndDisconnect'],
])('a receiver that answers every third request with %s receives everything', async (answer, behaviour) => {
  const inside = await receiverHere();
  const receiver = await receiverHere();
  await insertSubscriberAtHead(db, receiver.url, [...kinds]);
  receiver.behave((nth) => (nth % 3 > 0 ? 'accept' : behaviour(inside.url)));
  const written = await write();
  await expect.poll(() => countMissing(receiver, written), patience).toBe(0);
  expect(inside.arrivals).toEqual([]);
  printFigures(`receiver answering ${answer} at every third request`, [expectAllDelivered(receiver, written)]);
});

test('a receiver that is slow, and sometimes too slow, receives everything', { tags: ['slow'] }, async () => {
  const receiver = await receiverHere();
  await insertSubscriberAtHead(db, receiver.url, [...kinds]);
  receiver.behave(async (nth) => {
    await pause(nth % 20 === 0 ? 1200 : 30);
    return 'accept' as const;
  });
  const written = await write();
  await expect.poll(() => countMissing(receiver, written), patience).toBe(0);
  printFigures('slow receiver', [expectAllDelivered(receiver, written)]);
});

test('a receiver that answered 410 receives what it missed once it is active again', { tags: ['slow'] }, async () => {
  const receiver = await receiverHere();
  const id = await insertSubscriberAtHead(db, receiver.url, [...kinds]);
  receiver.behave((nth) => (nth < 20 ? 'accept' : { status: 410 }));
  const written = await write();
  await expect.poll(async () => (await db('subscriber').where({ id }).first('active')).active, patience).toBe(0);
  expect(countMissing(receiver, written)).toBeGreaterThan(0);
  // what another lane is answered meanwhile would switch it off again
  const inHand = async () => (await db('sync_lane').where('subscriber_id', id).whereNotNull('claim')).length;
  await expect.poll(inHand, patience).toBe(0);
  receiver.behave(() => 'accept');
  await db('sync_lane').where('subscriber_id', id).update({ attempts: 0, parked: 0 });
  await db('subscriber').where({ id }).update({ active: 1, off_reason: null });
  await expect.poll(() => countMissing(receiver, written), patience).toBe(0);
  printFigures('receiver answering 410', [expectAllDelivered(receiver, written)]);
});
