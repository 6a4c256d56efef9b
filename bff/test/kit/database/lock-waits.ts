import { expect } from 'vitest';
import type { Database, Transaction } from '../../../src/database/database.ts';

/**
 * Lists the connections to this database that wait for a row lock, with the number of rows that their transactions have written.
 * `innodb_trx` is cached for up to 100 ms, so a wait counts only while its connection still runs the same statement.
 */
export async function listLockWaits(db: Database): Promise<{ id: number; written: number }[]> {
  const [rows] = await db.raw(
    `SELECT id, trx_rows_modified AS written FROM information_schema.innodb_trx
     JOIN information_schema.processlist ON id = trx_mysql_thread_id 
     WHERE db = DATABASE() AND trx_state = 'LOCK WAIT' AND LEFT(info, 900) = LEFT(trx_query, 900)`,
  );
  return rows.map(({ id, written }: Record<string, unknown>) => ({ id: Number(id), written: Number(written) }));
}

/** InnoDB refreshes `innodb_trx` only after 100 ms without a query, so faster polling would never see a change. */
export const LOCK_WAITS_INTERVAL_MS = 200;

/** Makes a call wait for a lock of another transaction, commits that transaction's change, and returns the call's result. */
export async function callWhileLocked<T>(
  db: Database,
  call: () => Promise<T>,
  changeInTransaction: (trx: Transaction) => Promise<unknown>,
): Promise<T> {
  const holder = await db.transaction();
  try {
    await changeInTransaction(holder);
    const reply = call();
    await expect.poll(() => listLockWaits(db), { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS }).toHaveLength(1);
    await holder.commit();
    return await reply;
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}
