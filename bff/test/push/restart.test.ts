import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../src/database/database.ts';
import { sequenceAll } from '../feed/changes.ts';
import { insertSubscriberAtHead, type WrittenVersion } from './kit/changes.ts';
import { countMissing, expectAllDelivered, printFigures } from './kit/delivery-checks.ts';
import { type DurableServer, startDurableServer } from './kit/durable-server.ts';
import { startReceiver } from './kit/receiver.ts';
import { startTestWorker } from './kit/worker.ts';
import { writeMany } from './kit/writers.ts';

/** @module-tag slow */

let server: DurableServer;
let db: Database;
beforeAll(async () => {
  server = await startDurableServer();
  db = connect(server.url);
  await sequenceAll(db);
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});

test('every write acknowledged by a database that is killed and restarted is delivered', async () => {
  const receiver = await startReceiver();
  await insertSubscriberAtHead(db, receiver.url, ['country', 'city', 'airport', 'airline']);
  const worker = startTestWorker(db);
  const writtenVersions: WrittenVersion[] = [];
  const writesEnded = writeMany(db, { count: 900, writers: 4 }, writtenVersions);
  const pollOptions = { timeout: 60_000, interval: 10 };
  let kills = 0;
  for (const deliveryCount of [150, 450]) {
    await expect
      .poll(() => Math.min(writtenVersions.length, receiver.arrivals.length), pollOptions)
      .toBeGreaterThan(deliveryCount);
    await server.kill();
    kills++;
    await server.start();
  }
  await writesEnded;
  await expect.poll(() => countMissing(receiver, writtenVersions), pollOptions).toBe(0);
  const figures = expectAllDelivered(receiver, writtenVersions);
  await worker.stop();
  printFigures(`database killed and restarted ${kills} times during writes`, [figures]);
  await receiver.close();
}, 180_000);
