import { beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/database.ts';
import { pruneChanges } from '../../src/feed/prune-changes.ts';
import { sequence } from '../../src/feed/sequencer.ts';
import type { EntityKey } from '../../src/http/contract.ts';
import { useDatabase } from '../kit/database.ts';
import { createRecord, repeatUntilStopped, sequenceAll, updateRecord } from './changes.ts';
import { insertSubscriber } from './subscribers.ts';

const { db, open } = await useDatabase();
const own = open();

beforeAll(async () => {
  await sequenceAll(db);
  // the starter set is old
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
});

const mark = async (name: string) => (await db('feed_mark').where('name', name).first()).position;
const oldest = async () => Number((await db('change_feed').min({ position: 'position' }).first())?.position);
const first = async (entity: EntityKey, after = 0) =>
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
/** Stops at the first batch’s end. */
const once = (batch: number) => {
  const stopping = new AbortController();
  stopping.abort();
  return { days, batch, signal: stopping.signal };
};

test('it goes by batches in order of the feed, tells how far it came, and stops when told', async () => {
  expect(await pruneChanges(db, { days: 200 })).toBe(0);
  expect(await pruneChanges(db, once(10))).toBe(0);
  const stopping = new AbortController();
  const statements = (query: { sql: string }) => query.sql.startsWith('DELETE') && stopping.abort();
  own.on('query', statements);
  expect(await pruneChanges(own, { days, batch: 10, signal: stopping.signal })).toBe(10);
  own.removeListener('query', statements);
  expect([await mark('pruned'), await oldest()]).toEqual([10, 11]);
  const log = await db('data_log').count({ n: '*' }).first();
  const feed = await db('change_feed').count({ n: '*' }).first();
  expect(log).toEqual(feed);
});

test('what a lane of an active subscriber waits for stays, and what comes after it; a switched-off one holds nothing', async () => {
  const kept = await insertSubscriber(db, { entities: ['city'], position: await first('city') });
  await insertSubscriber(db, { entities: ['country'], position: 0, active: 0 });
  const next = await first('city', await first('city'));
  expect(await pruneChanges(db, { days, batch: 50 })).toBe(next - 11);
  expect([await mark('pruned'), await oldest()]).toEqual([next - 1, next]);

  // it waits for the next of its own kind only
  await db('sync_lane').where({ subscriber_id: kept.id }).update('entity', 'cabin');
  const cabin = await first('cabin', next);
  await pruneChanges(db, { days });
  expect(await oldest()).toBe(cabin);

  await db('subscriber').where('id', kept.id).update('active', 0);
  await db('sync_lane').where({ subscriber_id: kept.id }).update('entity', 'protocol');
  await insertSubscriber(db, { entities: ['rate_board'], position: 0 });
  const rate = await first('rate_board');
  await pruneChanges(db, { days });
  expect(await oldest()).toBe(rate);
  await db('sync_lane').update('position', 1_000_000);
});

test('it stops at the first that is kept, though later ones are older', async () => {
  const from = await oldest();
  const seq = (position: number) => db('change_feed').where('position', position).select('seq');
  await db('data_log')
    .where('seq', seq(from + 20))
    .update('time', new Date());
  expect(await pruneChanges(db, { days })).toBe(20);
  expect(await oldest()).toBe(from + 20);
  // a clock that ran a year ahead
  await db('data_log')
    .where('seq', seq(from + 20))
    .update('time', new Date(Date.now() + 365 * 86_400_000));
  await db('change_feed')
    .where('position', '<=', from + 30)
    .update('time', new Date(Date.now() - 100 * 86_400_000));
  await db('data_log')
    .where('seq', seq(from + 31))
    .update('time', new Date());
  expect(await pruneChanges(db, { days })).toBe(11);
  expect(await oldest()).toBe(from + 31);
});

test('nobody who writes or sequences waits for it, nor it for them', async () => {
  const from = await oldest();
  await db('data_log').update('time', new Date(Date.now() - 100 * 86_400_000));
  await db.transaction(async (open) => {
    await updateRecord(open, 'country', 1, { symbol: 'open' });
    // what is removed stays locked to the end of this transaction
    await own.transaction(async (pruning) => {
      await pruneChanges(pruning, { days, batch: 100 });
      await transact(db, (trx) => createRecord(trx, 'city', 'PRUNE1'));
      await transact(db, (trx) => updateRecord(trx, 'country', 2, { symbol: 'w' }));
      expect(await sequence(db)).toBe(2);
      // another leaves it alone
      expect(await pruneChanges(db, { days })).toBe(0);
    });
  });
  expect(await oldest()).toBeGreaterThan(from);
  expect(await sequenceAll(db)).toBe(1);
  expect((await db('change_feed').count({ n: '*' }).first())?.n).toBe(3);
});

test('while others write and sequence, it takes what is old and nothing else', async () => {
  let written = 0;
  const write = async () => {
    await transact(db, (trx) => updateRecord(trx, 'country', 1 + (written++ % 100), { symbol: `${written}` }));
    return 1;
  };
  const stop = repeatUntilStopped(write, write, () => sequence(db));
  try {
    for (let round = 0; round < 5; round++) {
      const before = written;
      await expect.poll(() => written).toBeGreaterThan(before + 10);
      await db('data_log')
        .whereIn('seq', db('change_feed').select('seq'))
        .update('time', new Date(Date.now() - 100 * 86_400_000));
      expect(await pruneChanges(own, { days, batch: 7 })).toBeGreaterThan(0);
    }
  } finally {
    await stop();
  }
  await sequenceAll(db);
  const [log, feed] = [await db('data_log').orderBy('seq').pluck('seq'), await db('change_feed').pluck('seq')];
  expect(feed.toSorted((a, b) => a - b)).toEqual(log);
  expect(await oldest()).toBe((await mark('pruned')) + 1);
});
