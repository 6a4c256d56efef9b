import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase } from './kit/changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './kit/delivery-checks.ts';
import { behaviours, type FaultyServer, startFaultyServer } from './kit/faulty-server.ts';
import { type Behaviour, startReceiver, type TestReceiver } from './kit/receiver.ts';
import { startTestWorker, type TestWorker } from './kit/worker.ts';
import { writeMany } from './kit/writers.ts';

let installation: SequencedDatabase;
let db: Database;
let worker: TestWorker;
const closables: { close(): Promise<void> }[] = [];

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
  await Promise.all(closables.splice(0).map((closable) => closable.close()));
  await db('subscriber').delete();
});

const openReceiver = async () => {
  const receiver = await startReceiver();
  closables.push(receiver);
  return receiver;
};
const entityKeys = ['country', 'city', 'airport', 'airline'] as const;
const countAttempts = async (id: number) => {
  const [row] = await db('sync_lane').where('subscriber_id', id).sum({ attempts: 'attempts' });
  return Number(row?.attempts);
};
const pollOptions = { timeout: 50_000, interval: 20 };
let firstRecordId = 3_000_000;
const writeBatch = () => {
  firstRecordId += 1_000_000;
  return writeMany(db, { count: 72, writers: 2, firstRecordId });
};

test('receivers with each fault receive everything after the fault has ended', {
  tags: ['slow'],
}, async () => {
  const healthyReceiver = await openReceiver();
  await insertSubscriberAtHead(db, healthyReceiver.url, [...entityKeys]);
  const faultyReceivers: { id: number; server: FaultyServer; receiver: TestReceiver }[] = [];
  // A success status counts as delivered even if the answer is incomplete.
  const { closesInTheBody, tricklesTheBody, endlessBody, closesOnSecondRequest, ...failingBehaviours } = behaviours;
  for (const behave of Object.values(failingBehaviours)) {
    const server = await startFaultyServer(behave);
    closables.push(server);
    faultyReceivers.push({
      id: await insertSubscriberAtHead(db, server.url, [...entityKeys]),
      server,
      receiver: await openReceiver(),
    });
  }
  const writtenVersions = await writeBatch();
  await expect.poll(() => countMissing(healthyReceiver, writtenVersions), pollOptions).toBe(0);
  for (const { id } of faultyReceivers)
    await expect.poll(() => countAttempts(id), pollOptions).toBeGreaterThan(entityKeys.length);
  for (const { server, receiver } of faultyReceivers) server.handOver(receiver.adopt);
  const countMissingAtFaulty = () =>
    faultyReceivers.reduce((sum, { receiver }) => sum + countMissing(receiver, writtenVersions), 0);
  await expect.poll(countMissingAtFaulty, pollOptions).toBe(0);
  const figures = [healthyReceiver, ...faultyReceivers.map(({ receiver }) => receiver)].map((receiver) =>
    expectAllDelivered(receiver, writtenVersions),
  );
  const [failedAttempts] = await db('delivery').whereIn('outcome', ['failed', 'parked']).count({ count: '*' });
  printFigures(
    `${faultyReceivers.length} faulty receivers beside a healthy one`,
    figures,
    `failed attempts ${failedAttempts?.count}`,
  );
});

test('a receiver receives everything after an outage', async () => {
  const receiverBefore = await openReceiver();
  const port = Number(new URL(receiverBefore.url).port);
  const id = await insertSubscriberAtHead(db, receiverBefore.url, [...entityKeys]);
  const earlyWrites = await writeBatch();
  await expect.poll(() => countMissing(receiverBefore, earlyWrites), pollOptions).toBe(0);
  await receiverBefore.close();
  closables.splice(closables.indexOf(receiverBefore), 1);
  const lateWrites = await writeBatch();
  await expect.poll(() => countAttempts(id), pollOptions).toBeGreaterThan(entityKeys.length);
  const receiverAfter = await startReceiver(port);
  closables.push(receiverAfter);
  await expect.poll(() => countMissing(receiverAfter, lateWrites), pollOptions).toBe(0);
  printFigures('receiver down', [
    expectAllDelivered(receiverBefore, earlyWrites),
    expectAllDelivered(receiverAfter, lateWrites),
  ]);
});

test.each<[string, (privateReceiver: string) => Behaviour]>([
  ['500', () => ({ status: 500 })],
  ['a redirect to a private address', (privateReceiver) => ({ status: 307, headers: { Location: privateReceiver } })],
  ['a redirect to a link-local address', () => ({ status: 302, headers: { Location: 'http://169.254.169.254/' } })],
  ['no status after accepting it', () => 'acceptAndDisconnect'],
])('a receiver that answers every third request with %s receives everything', async (answer, behaviour) => {
  const privateReceiver = await openReceiver();
  const receiver = await openReceiver();
  await insertSubscriberAtHead(db, receiver.url, [...entityKeys]);
  receiver.behave(({ requestNumber }) => (requestNumber % 3 > 0 ? 'accept' : behaviour(privateReceiver.url)));
  const writtenVersions = await writeBatch();
  await expect.poll(() => countMissing(receiver, writtenVersions), pollOptions).toBe(0);
  expect(privateReceiver.arrivals).toEqual([]);
  printFigures(`receiver answering ${answer} at every third request`, [expectAllDelivered(receiver, writtenVersions)]);
});

test('a receiver that is slow, and sometimes too slow, receives everything', { tags: ['slow'] }, async () => {
  const receiver = await openReceiver();
  await insertSubscriberAtHead(db, receiver.url, [...entityKeys]);
  receiver.behave(async ({ requestNumber }) => {
    await pause(requestNumber % 20 === 0 ? 1200 : 30);
    return 'accept' as const;
  });
  const writtenVersions = await writeBatch();
  await expect.poll(() => countMissing(receiver, writtenVersions), pollOptions).toBe(0);
  printFigures('slow receiver', [expectAllDelivered(receiver, writtenVersions)]);
});

test('a receiver that answered 410 receives what it missed once it is active again', { tags: ['slow'] }, async () => {
  const receiver = await openReceiver();
  const id = await insertSubscriberAtHead(db, receiver.url, [...entityKeys]);
  receiver.behave(({ requestNumber }) => (requestNumber < 20 ? 'accept' : { status: 410 }));
  const writtenVersions = await writeBatch();
  await expect.poll(async () => (await db('subscriber').where({ id }).first('active')).active, pollOptions).toBe(0);
  expect(countMissing(receiver, writtenVersions)).toBeGreaterThan(0);
  // A 410 that another lane still waits for would deactivate the subscriber again.
  const readClaimedLanes = async () => (await db('sync_lane').where('subscriber_id', id).whereNotNull('claim')).length;
  await expect.poll(readClaimedLanes, pollOptions).toBe(0);
  receiver.behave(() => 'accept');
  await db('sync_lane').where('subscriber_id', id).update({ attempts: 0, parked: 0 });
  await db('subscriber').where({ id }).update({ active: 1, off_reason: null });
  await expect.poll(() => countMissing(receiver, writtenVersions), pollOptions).toBe(0);
  printFigures('receiver answering 410', [expectAllDelivered(receiver, writtenVersions)]);
});
