import { beforeEach, expect, test } from 'vitest';
import { transact } from '../../src/database/database.ts';
import { readFeed } from '../../src/feed/read-feed.ts';
import { assignPositions } from '../../src/feed/sequencer.ts';
import { useDatabase } from '../kit/database/database.ts';
import { createRecord, logChanges, range, sequenceAll, updateRecord } from './changes.ts';

const { db, open } = await useDatabase();
const secondPool = open();
let head: number;

beforeEach(async () => {
  await sequenceAll(db);
  head = (await db('feed_mark').where('name', 'head').first()).position;
});

const changeSymbol = (id: number, symbol: string) =>
  transact(db, (trx) => updateRecord(trx, 'country', id, { symbol }));
const readItems = async () => (await readFeed(db, { after: head, limit: 5000 })).items;

test('only one of several simultaneous sequencers works, and the others return at once', async () => {
  await changeSymbol(1, 'a');
  await db.transaction(async (trx) => {
    await trx('feed_mark').where('name', 'head').forUpdate();
    expect(await assignPositions(secondPool)).toBe(0);
  });
  expect(await assignPositions(secondPool)).toBe(1);
  await db.transaction((trx) => logChanges(trx, 'country', 2, 200));
  const batchSizes = await Promise.all([db, secondPool, db, secondPool].map(assignPositions));
  expect(batchSizes.toSorted()).toEqual([0, 0, 0, 200]);
  expect((await readItems()).map(({ position }) => position)).toEqual(range(201, head + 1));
});

test('the changes of an open transaction get no positions before its end', async () => {
  await db.transaction(async (openTransaction) => {
    await updateRecord(openTransaction, 'country', 1, { symbol: 'open' });
    await changeSymbol(2, 'committed');
    expect(await assignPositions(secondPool)).toBe(1);
    expect(await readItems()).toMatchObject([{ recordId: 2, record: { symbol: 'committed' } }]);
  });
  expect(await assignPositions(secondPool)).toBe(1);
  expect(await readItems()).toMatchObject([{ recordId: 2 }, { recordId: 1, record: { symbol: 'open' } }]);
});

test('an open transaction does not block the sequencer', async () => {
  await db.transaction(async (openTransaction) => {
    for (let id = 10; id < 20; id++) await changeSymbol(id, 'before');
    await updateRecord(openTransaction, 'country', 1, { symbol: 'among them' });
    for (let id = 20; id < 30; id++) await changeSymbol(id, 'after');
    const committed = await secondPool('change_outbox').pluck('seq');
    expect(committed).toHaveLength(20);

    const blockedDeletion = secondPool.transaction(async (trx) => {
      await trx.raw('SET SESSION innodb_lock_wait_timeout = 1');
      await trx('change_outbox').whereIn('seq', committed).delete();
    });
    await expect(blockedDeletion).rejects.toMatchObject({ code: 'ER_LOCK_WAIT_TIMEOUT' });
    expect(await assignPositions(secondPool)).toBe(20);
  });
  expect(await assignPositions(secondPool)).toBe(1);
});

test('a rolled-back transaction leaves no changes to sequence', async () => {
  const rolledBack = db.transaction(async (trx) => {
    await updateRecord(trx, 'country', 3, { symbol: 'undone' });
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  await changeSymbol(4, 'done');
  expect(await sequenceAll(db)).toBe(1);
  expect(await readItems()).toMatchObject([{ position: head + 1, recordId: 4 }]);
});

/** Reverses the numbers of the waiting changes, because in a cluster a later version may have a lower number. */
async function reverseSeqs(): Promise<void> {
  const seqs: number[] = await db('change_outbox').orderBy('seq').pluck('seq');
  const highestSeq = Math.max(...seqs);
  for (const table of ['data_log', 'change_outbox']) {
    for (const seq of seqs)
      await db(table)
        .where('seq', seq)
        .update({ seq: 2 * highestSeq + 1 - seq });
  }
}

test('the versions of a record are sequenced in order even if their numbers are not', async () => {
  for (const symbol of ['1', '2', '3']) for (const id of [5, 6]) await changeSymbol(id, symbol);
  await reverseSeqs();
  expect(await assignPositions(db)).toBe(6);
  const symbols = (id: number, items: Awaited<ReturnType<typeof readItems>>) =>
    items.filter(({ recordId }) => recordId === id).map(({ record }) => record && 'symbol' in record && record.symbol);
  const items = await readItems();
  expect(symbols(5, items)).toEqual(['1', '2', '3']);
  expect(symbols(6, items)).toEqual(['1', '2', '3']);
  expect(items.map(({ position }) => position)).toEqual(range(6, head + 1));
});

test('an earlier version beyond the batch of a thousand is sequenced with the batch', async () => {
  const { id } = await transact(db, (trx) => createRecord(trx, 'city', 'EARLY'));
  for (let change = 1; change <= 2; change++)
    await transact(db, (trx) => updateRecord(trx, 'city', id, { name: `Early ${change}` }));
  await db.transaction((trx) => logChanges(trx, 'country', 7, 1100));
  // The first version is moved behind 1100 other changes, and the third version takes its number.
  const seqs: number[] = await db('change_outbox').where('entity', 'city').orderBy('version').pluck('seq');
  const lastSeq = (await db('data_log').max({ seq: 'seq' }).first())?.seq;
  for (const table of ['data_log', 'change_outbox']) {
    await db(table)
      .where('seq', seqs[0])
      .update({ seq: Number(lastSeq) + 10 });
    await db(table)
      .where('seq', seqs[2])
      .update({ seq: Number(seqs[0]) });
  }
  expect(await assignPositions(db)).toBe(1001);
  const cities = (await readItems()).filter(({ entity }) => entity === 'city');
  expect(cities.map(({ version }) => version)).toEqual([1, 2, 3]);
  expect(cities.map(({ position }) => position)).toEqual([head + 1, head + 2, head + 1001]);
  expect(await assignPositions(db)).toBe(102);
  const countries = (await readItems()).filter(({ entity }) => entity === 'country');
  expect(countries.map(({ version }) => version)).toEqual(range(1100, countries[0]?.version));
});
