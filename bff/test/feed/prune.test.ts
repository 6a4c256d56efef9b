import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/database.ts';
import { pruneChanges } from '../../src/feed/prune-changes.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { useDatabase } from '../kit/database.ts';
import { createRecord, repeatUntilStopped, sequenceAll, updateRecord } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

const { db, open } = await useDatabase();
const laggingDb = open();

beforeAll(async () => {
  await sequenceAll(db);
  // makes the starter set old
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
});

const readMark = async (name: string) => (await db('feed_mark').where('name', name).first()).position;
const oldest = async () => Number((await db('change_feed').min({ position: 'position' }).first())?.position);
const firstPosition = async (entity: EntityKey, after = 0) =>
  Number(
    (
      await db('change_feed')
        .where('entity', entity)
        .where('position', '>', after)
        .min({ position: 'position' })
        .first()
    )?.position,
  );
const days = 90;
/** Options that stop pruning after the first batch. */
const stopAfterFirstBatch = (batchRows: number) => {
  const abortController = new AbortController();
  abortController.abort();
  return { days, batchRows, signal: abortController.signal };
};

test('pruning removes batches in the order of the feed, records its progress, and can be stopped', async () => {
  expect(await pruneChanges(db, { days: 200 })).toBe(0);
  expect(await pruneChanges(db, stopAfterFirstBatch(10))).toBe(0);
  const stopping = new AbortController();
  const statements = (query: { sql: string }) => query.sql.startsWith('DELETE') && stopping.abort();
  laggingDb.on('query', statements);
  expect(await pruneChanges(laggingDb, { days, batchRows: 10, signal: stopping.signal })).toBe(10);
  laggingDb.removeListener('query', statements);
  expect([await readMark('pruned'), await oldest()]).toEqual([10, 11]);
  const log = await db('data_log').count({ n: '*' }).first();
  const feed = await db('change_feed').count({ n: '*' }).first();
  expect(log).toEqual(feed);
});

test('pruning stops at the position of an active subscriber’s lane, but ignores inactive subscribers', async () => {
  const subscriber = await insertSubscriber(db, { entities: ['city'], position: await firstPosition('city') });
  await insertSubscriber(db, { entities: ['country'], position: 0, active: 0 });
  const secondPosition = await firstPosition('city', await firstPosition('city'));
  expect(await pruneChanges(db, { days, batchRows: 50 })).toBe(secondPosition - 11);
  expect([await readMark('pruned'), await oldest()]).toEqual([secondPosition - 1, secondPosition]);

  // pruning waits only for the next change of the lane's kind
  await db('sync_lane').where({ subscriber_id: subscriber.id }).update('entity', 'cabin');
  const cabin = await firstPosition('cabin', secondPosition);
  await pruneChanges(db, { days });
  expect(await oldest()).toBe(cabin);

  await db('subscriber').where('id', subscriber.id).update('active', 0);
  await db('sync_lane').where({ subscriber_id: subscriber.id }).update('entity', 'protocol');
  await insertSubscriber(db, { entities: ['rate_board'], position: 0 });
  const rate = await firstPosition('rate_board');
  await pruneChanges(db, { days });
  expect(await oldest()).toBe(rate);
  await db('sync_lane').update('position', 1_000_000);
});

test('pruning stops at the first change that has not expired, even if later ones are older', async () => {
  const oldestBefore = await oldest();
  const seq = (position: number) => db('change_feed').where('position', position).select('seq');
  await db('data_log')
    .where('seq', seq(oldestBefore + 20))
    .update('time', new Date());
  expect(await pruneChanges(db, { days })).toBe(20);
  expect(await oldest()).toBe(oldestBefore + 20);
  // as written while the clock was a year fast
  await db('data_log')
    .where('seq', seq(oldestBefore + 20))
    .update('time', new Date(Date.now() + 365 * 86_400_000));
  await db('change_feed')
    .where('position', '<=', oldestBefore + 30)
    .update('time', new Date(Date.now() - 100 * 86_400_000));
  await db('data_log')
    .where('seq', seq(oldestBefore + 31))
    .update('time', new Date());
  expect(await pruneChanges(db, { days })).toBe(11);
  expect(await oldest()).toBe(oldestBefore + 31);
});

test('pruning and writers or sequencers do not wait for each other', async () => {
  const from = await oldest();
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
  await db.transaction(async (open) => {
    await updateRecord(open, 'country', 1, { symbol: 'open' });
    // the removed rows stay locked until this transaction ends
    await laggingDb.transaction(async (pruning) => {
      await pruneChanges(pruning, { days, batchRows: 100 });
      await transact(db, (trx) => createRecord(trx, 'city', 'PRUNE1'));
      await transact(db, (trx) => updateRecord(trx, 'country', 2, { symbol: 'w' }));
      expect(await assignPositions(db)).toBe(2);
      // another pruning skips the locked rows
      expect(await pruneChanges(db, { days })).toBe(0);
    });
  });
  expect(await oldest()).toBeGreaterThan(from);
  expect(await sequenceAll(db)).toBe(1);
  expect((await db('change_feed').count({ n: '*' }).first())?.n).toBe(3);
});

test('pruning removes only expired changes while others write and sequence', async () => {
  let writtenCount = 0;
  const write = async () => {
    await transact(db, (trx) =>
      updateRecord(trx, 'country', 1 + (writtenCount++ % 100), { symbol: `${writtenCount}` }),
    );
    return 1;
  };
  const stop = repeatUntilStopped(write, write, () => assignPositions(db));
  try {
    for (let round = 0; round < 5; round++) {
      const before = writtenCount;
      await expect.poll(() => writtenCount).toBeGreaterThan(before + 10);
      await db('data_log')
        .whereIn('seq', db('change_feed').select('seq'))
        .update('time', new Date(Date.now() - 100 * 86_400_000));
      expect(await pruneChanges(laggingDb, { days, batchRows: 7 })).toBeGreaterThan(0);
    }
  } finally {
    await stop();
  }
  await sequenceAll(db);
  const [log, feed] = [await db('data_log').orderBy('seq').pluck('seq'), await db('change_feed').pluck('seq')];
  expect(feed.toSorted((a, b) => a - b)).toEqual(log);
  expect(await oldest()).toBe((await readMark('pruned')) + 1);
});
