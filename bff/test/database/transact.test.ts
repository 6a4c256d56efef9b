import { expect, test } from 'vitest';
import { type Transaction, transact } from '../../src/database/database.ts';
import { useDatabase } from '../kit/database/database.ts';

const { db } = await useDatabase();

const lock = (trx: Transaction, id: number) => trx('country').where('id', id).forUpdate();
const lockInSavepoint = (trx: Transaction, id: number) => trx.transaction((savepoint) => lock(savepoint, id));

test.each([
  ['in a plain transaction', lock],
  ['inside a savepoint', lockInSavepoint],
])('the victim of a deadlock is retried, %s', async (_, lockSecond) => {
  let lockedCount = 0;
  let attempts = 0;
  let resolveBothLocked: () => void = () => undefined;
  const bothLocked = new Promise<void>((resolve) => {
    resolveBothLocked = resolve;
  });
  const lockInOrder = (first: number, second: number) =>
    transact(db, async (trx) => {
      attempts++;
      await lock(trx, first);
      if (++lockedCount === 2) resolveBothLocked();
      await bothLocked;
      await lockSecond(trx, second);
      await trx('country').whereIn('id', [first, second]).increment('version');
    });
  const versions = () => db('country').whereIn('id', [1, 2]).orderBy('id').pluck('version');
  const versionsBefore = await versions();
  await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)]);
  expect(attempts).toBe(3);
  expect(await versions()).toEqual(versionsBefore.map((version) => version + 2));
});

test('any other error is thrown at once, and the transaction is rolled back', async () => {
  let attempts = 0;
  const failedTransaction = transact(db, async (trx) => {
    attempts++;
    await trx('country').where('id', 3).update({ name: 'Lost' });
    throw new Error('no');
  });
  await expect(failedTransaction).rejects.toThrow('no');
  expect(attempts).toBe(1);
  expect(await db('country').where({ id: 3, name: 'Lost' })).toEqual([]);
});

test('transactions use READ COMMITTED', async () => {
  const [[row]] = await db.raw("SHOW VARIABLES WHERE variable_name IN ('tx_isolation', 'transaction_isolation')");
  expect(row.Value).toBe('READ-COMMITTED');
});
