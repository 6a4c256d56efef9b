/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../src/database.ts';
import { newSubscriber, type Written } from './changes.ts';
import { judge, missing, tell } from './delivery-checks.ts';
import { type DurableServer, startDurableServer } from './durable-server.ts';
import { startReceiver } from './receiver.ts';
import { sequenceAll, startWorker } from './worker.ts';
import { writeMany } from './writers.ts';

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

test('a database killed and started again in mid-write: what it acknowledged arrives', async () => {
  const receiver = await startReceiver();
  await newSubscriber(db, receiver.url, ['country', 'city', 'airport', 'airline']);
  const worker = startWorker(db);
  const written: Written[] = [];
  const writing = writeMany(db, { count: 900, writers: 4 }, written);
  const patience = { timeout: 60_000, interval: 10 };
  let kills = 0;
  for (const reached of [150, 450]) {
    await expect.poll(() => Math.min(written.length, receiver.arrivals.length), patience).toBeGreaterThan(reached);
    await server.kill();
    kills++;
    await server.start();
  }
  await writing;
  await expect.poll(() => missing(receiver, written), patience).toBe(0);
  const figures = judge(receiver, written);
  await worker.stop();
  tell(`database killed and restarted ${kills} times in mid-write`, [figures]);
  await receiver.close();
}, 180_000);
