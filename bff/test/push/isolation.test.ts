import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase } from './kit/changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './kit/delivery-checks.ts';
import { behaviours, startFaultyServer } from './kit/faulty-server.ts';
import { startReceiver } from './kit/receiver.ts';
import { startTestWorker } from './kit/worker.ts';
import { writeMany } from './kit/writers.ts';

let installation: SequencedDatabase;
beforeAll(async () => {
  installation = await openSequencedDatabase();
});
afterAll(() => installation.stop());

const entityKeys = ['country', 'city', 'airport', 'airline'] as const;

/** Measures the time from the first write to the last delivery to a healthy receiver. */
async function measureHealthyReceiver(firstRecordId: number) {
  const { db } = installation;
  const receiver = await startReceiver();
  const id = await insertSubscriberAtHead(db, receiver.url, [...entityKeys]);
  const startedAt = performance.now();
  const writtenVersions = await writeMany(db, { count: 180, writers: 4, firstRecordId });
  await expect.poll(() => countMissing(receiver, writtenVersions), { timeout: 50_000, interval: 20 }).toBe(0);
  const figures = expectAllDelivered(receiver, writtenVersions);
  await receiver.close();
  await db('subscriber').where({ id }).delete();
  return { durationMs: (receiver.arrivals.at(-1)?.arrivedAtMs ?? 0) - startedAt, figures };
}

test('ten receivers that never answer do not delay another receiver while 40 lanes wait for them', async () => {
  const { db } = installation;
  const timeoutMs = 60_000;
  const worker = startTestWorker(db, { timeoutMs, leaseMs: 2 * timeoutMs + 1000 });
  const undisturbed = await measureHealthyReceiver(4_000_000);
  const silentServer = await startFaultyServer(behaviours.neverAnswers);
  for (let index = 0; index < 10; index++) await insertSubscriberAtHead(db, silentServer.url, [...entityKeys]);
  const disturbed = await measureHealthyReceiver(5_000_000);
  // Each lane has sent a message, and none has timed out yet.
  const { total, open } = silentServer.countConnections();
  expect(total).toBeGreaterThanOrEqual(40);
  expect(open).toBe(total);
  expect(await db('delivery').where('outcome', '<>', 'delivered')).toEqual([]);
  const [undisturbedS, disturbedS] = [undisturbed, disturbed].map(({ durationMs }) => (durationMs / 1000).toFixed(1));
  printFigures(
    'ten receivers that never answer, beside a healthy one',
    [disturbed.figures],
    `its last delivery came after ${disturbedS} s (alone: ${undisturbedS} s), while the ten still waited for their first answer`,
  );
  await silentServer.close();
  await worker.stop();
}, 120_000);
