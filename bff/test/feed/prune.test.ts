import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/database/database.ts';
import { pruneFeedAndDataLog } from '../../src/feed/prune.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createRecord, repeatUntilStopped, sequenceAll, updateRecord } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

const { db, open } = await useDatabase();
const laggingDb = open();

beforeAll(async () => {
  await sequenceAll(db);
  // The changes of the starter set must have expired.
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
  await db.raw('INSERT INTO approved_contributor SELECT entity, record_id, version, 1 FROM data_log');
});

const readMark = async (name: string) => (await db('feed_mark').where('name', name).first()).position;
const readOldestPosition = async () =>
  Number((await db('change_feed').min({ position: 'position' }).first())?.position);
const readFirstPosition = async (entity: EntityKey, after = 0) =>
  Number(
    (
      await db('change_feed')
        .where('entity', entity)
        .where('position', '>', after)
        .min({ position: 'position' })
        .first()
    )?.position,
  );
const RETENTION_DAYS = 90;
/** Options that stop pruning after the first batch. */
const stopAfterFirstBatch = (batchRows: number) => {
  const abortController = new AbortController();
  abortController.abort();
  return { days: RETENTION_DAYS, batchRows, signal: abortController.signal };
};

test('pruning removes batches in the order of the feed, records its progress, and can be stopped', async () => {
  expect(await pruneFeedAndDataLog(db, { days: 200 })).toBe(0);
  expect(await pruneFeedAndDataLog(db, stopAfterFirstBatch(10))).toBe(0);
  const stopping = new AbortController();
  const abortOnDelete = (query: { sql: string }) => query.sql.startsWith('DELETE') && stopping.abort();
  laggingDb.on('query', abortOnDelete);
  expect(await pruneFeedAndDataLog(laggingDb, { days: RETENTION_DAYS, batchRows: 10, signal: stopping.signal })).toBe(
    10,
  );
  laggingDb.removeListener('query', abortOnDelete);
  expect([await readMark('pruned'), await readOldestPosition()]).toEqual([10, 11]);
  const logCount = await db('data_log').count({ n: '*' }).first();
  const feedCount = await db('change_feed').count({ n: '*' }).first();
  expect(logCount).toEqual(feedCount);
  expect(await db('approved_contributor').count({ n: '*' }).first()).toEqual(logCount);
});

test('pruning stops at the position of an active subscriber’s lane, but ignores inactive subscribers', async () => {
  const subscriber = await insertSubscriber(db, { entities: ['city'], position: await readFirstPosition('city') });
  await insertSubscriber(db, { entities: ['country'], position: 0, active: 0 });
  const secondPosition = await readFirstPosition('city', await readFirstPosition('city'));
  expect(await pruneFeedAndDataLog(db, { days: RETENTION_DAYS, batchRows: 50 })).toBe(secondPosition - 11);
  expect([await readMark('pruned'), await readOldestPosition()]).toEqual([secondPosition - 1, secondPosition]);

  // Pruning stops only at the next change of the lane's entity.
  await db('sync_lane').where({ subscriber_id: subscriber.id }).update('entity', 'cabin');
  const cabin = await readFirstPosition('cabin', secondPosition);
  await pruneFeedAndDataLog(db, { days: RETENTION_DAYS });
  expect(await readOldestPosition()).toBe(cabin);

  await db('subscriber').where('id', subscriber.id).update('active', 0);
  await db('sync_lane').where({ subscriber_id: subscriber.id }).update('entity', 'protocol');
  await insertSubscriber(db, { entities: ['rate_board'], position: 0 });
  const rate = await readFirstPosition('rate_board');
  await pruneFeedAndDataLog(db, { days: RETENTION_DAYS });
  expect(await readOldestPosition()).toBe(rate);
  await db('sync_lane').update('position', 1_000_000);
});

test('pruning stops at the first change that has not expired, even if later ones are older', async () => {
  const oldestBefore = await readOldestPosition();
  const seqAt = (position: number) => db('change_feed').where('position', position).select('seq');
  await db('data_log')
    .where('seq', seqAt(oldestBefore + 20))
    .update('time', new Date());
  expect(await pruneFeedAndDataLog(db, { days: RETENTION_DAYS })).toBe(20);
  expect(await readOldestPosition()).toBe(oldestBefore + 20);
  // This is a time that was written while the clock was a year fast.
  await db('data_log')
    .where('seq', seqAt(oldestBefore + 20))
    .update('time', new Date(Date.now() + 365 * 86_400_000));
  await db('change_feed')
    .where('position', '<=', oldestBefore + 30)
    .update('time', new Date(Date.now() - 100 * 86_400_000));
  await db('data_log')
    .where('seq', seqAt(oldestBefore + 31))
    .update('time', new Date());
  expect(await pruneFeedAndDataLog(db, { days: RETENTION_DAYS })).toBe(11);
  expect(await readOldestPosition()).toBe(oldestBefore + 31);
});

test('pruning and writers or sequencers do not wait for each other', async () => {
  const oldestBefore = await readOldestPosition();
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
  await db.transaction(async (openTransaction) => {
    await updateRecord(openTransaction, 'country', 1, { symbol: 'open' });
    // The removed rows stay locked until this transaction ends.
    await laggingDb.transaction(async (pruningTransaction) => {
      await pruneFeedAndDataLog(pruningTransaction, { days: RETENTION_DAYS, batchRows: 100 });
      await transact(db, (trx) => createRecord(trx, 'city', 'PRUNE1'));
      await transact(db, (trx) => updateRecord(trx, 'country', 2, { symbol: 'w' }));
      expect(await assignPositions(db)).toBe(2);
      // A second pruning skips the locked rows.
      expect(await pruneFeedAndDataLog(db, { days: RETENTION_DAYS })).toBe(0);
    });
  });
  expect(await readOldestPosition()).toBeGreaterThan(oldestBefore);
  expect(await sequenceAll(db)).toBe(1);
  expect((await db('change_feed').count({ n: '*' }).first())?.n).toBe(3);
});

test('pruning removes only expired changes while others write and sequence', async () => {
  let writeCount = 0;
  const write = async () => {
    await transact(db, (trx) => updateRecord(trx, 'country', 1 + (writeCount++ % 100), { symbol: `${writeCount}` }));
    return 1;
  };
  const stop = repeatUntilStopped(write, write, () => assignPositions(db));
  try {
    for (let round = 0; round < 5; round++) {
      const writesBefore = writeCount;
      await expect.poll(() => writeCount).toBeGreaterThan(writesBefore + 10);
      await db('data_log')
        .whereIn('seq', db('change_feed').select('seq'))
        .update('time', new Date(Date.now() - 100 * 86_400_000));
      expect(await pruneFeedAndDataLog(laggingDb, { days: RETENTION_DAYS, batchRows: 7 })).toBeGreaterThan(0);
    }
  } finally {
    await stop();
  }
  await sequenceAll(db);
  const [log, feed] = [await db('data_log').orderBy('seq').pluck('seq'), await db('change_feed').pluck('seq')];
  expect(feed.toSorted((a, b) => a - b)).toEqual(log);
  expect(await readOldestPosition()).toBe((await readMark('pruned')) + 1);
});
