import { expect, test } from 'vitest';
import { type Transaction, transact } from '../../src/database.ts';
import { useDatabase } from '../kit/database.ts';

const { db } = await useDatabase();

const lock = (trx: Transaction, id: number) => trx('country').where('id', id).forUpdate();
const behindSavepoint = (trx: Transaction, id: number) => trx.transaction((inner) => lock(inner, id));

test.each([
  ['plainly', lock],
  ['behind a savepoint', behindSavepoint],
])('a deadlock’s victim is tried again, met %s', async (_, lockSecond) => {
  let holding = 0;
  let attempts = 0;
  let bothHold: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  const cross = (first: number, second: number) =>
    transact(db, async (trx) => {
      attempts++;
      await lock(trx, first);
      if (++holding === 2) bothHold();
      await both;
      await lockSecond(trx, second);
      await trx('country').whereIn('id', [first, second]).increment('version');
    });
  const versions = () => db('country').whereIn('id', [1, 2]).orderBy('id').pluck('version');
  const before = await versions();
  await Promise.all([cross(1, 2), cross(2, 1)]);
  expect(attempts).toBe(3);
  expect(await versions()).toEqual(before.map((version) => version + 2));
});

test('any other error is thrown at once, and nothing stays', async () => {
  let attempts = 0;
  const failing = transact(db, async (trx) => {
    attempts++;
    await trx('country').where('id', 3).update({ name: 'Lost' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(attempts).toBe(1);
  expect(await db('country').where({ id: 3, name: 'Lost' })).toEqual([]);
});

test('transactions read what is committed', async () => {
  const [[row]] = await db.raw("SHOW VARIABLES WHERE variable_name IN ('tx_isolation', 'transaction_isolation')");
  expect(row.Value).toBe('READ-COMMITTED');
});
