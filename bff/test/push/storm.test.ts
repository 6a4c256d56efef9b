/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntityKey } from '../../src/http/contract.ts';
import { type Installation, newSubscriber, startInstallation } from './changes.ts';
import { judge, missing, tell } from './delivery-checks.ts';
import { type ForkedWorker, forkWorker } from './fork-worker.ts';
import { type Behaviour, startReceiver } from './receiver.ts';
import { writeMany } from './writers.ts';

let installation: Installation;
const workers: ForkedWorker[] = [];
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(async () => {
  await Promise.all(workers.map((each) => each.kill()));
  await installation.stop();
});

/** One request in `rarity` meets one of these. */
const faults: Behaviour[] = ['takeAndBreak', 'break', 'silence', { status: 500 }, { status: 503 }, { status: 302 }];
const failing = (rarity: number) => (): Behaviour =>
  (Math.random() < 1 / rarity ? faults[Math.floor(Math.random() * faults.length)] : undefined) ?? 'take';

test('10,000 changes in overlapping transactions, while three receivers fail at random and two workers push', async () => {
  const { db, url } = installation;
  const subscribed: EntityKey[][] = [['country', 'city', 'airport', 'airline'], ['country', 'city'], ['airport']];
  const receivers = await Promise.all(subscribed.map(() => startReceiver()));
  for (const [index, receiver] of receivers.entries()) {
    receiver.behave(failing(150));
    await newSubscriber(db, receiver.url, subscribed[index] ?? []);
  }
  const options = { timeoutMs: 500, leaseMs: 1500, backoffMs: Array<number>(1000).fill(30) };
  workers.push(...(await Promise.all([forkWorker(url, options), forkWorker(url, options)])));
  const startedAt = performance.now();
  const written = await writeMany(db, { count: 10_000, writers: 8 });
  const wroteFor = performance.now() - startedAt;
  const wanted = subscribed.map((kinds) => written.filter(({ entity }) => kinds.includes(entity)));
  const open = () => receivers.reduce((sum, receiver, index) => sum + missing(receiver, wanted[index] ?? written), 0);
  await expect.poll(open, { timeout: 200_000, interval: 100 }).toBe(0);
  const took = ((performance.now() - startedAt) / 1000).toFixed(1);
  const figures = receivers.map((receiver, index) => judge(receiver, wanted[index] ?? written));
  const [logged] = await db('data_log').where('record_id', '>=', 2_000_000).count({ count: '*' });
  expect(Number(logged?.count)).toBe(written.length);
  tell(
    '10,000 writes, failing receivers, two workers',
    figures,
    `${took} s, ${(wroteFor / 1000).toFixed(1)} s of writing`,
  );
  await Promise.all(receivers.map((receiver) => receiver.close()));
  // a busy machine takes its time, and that is no fault
}, 300_000);
