import { expect } from 'vitest';
import type { Database, Transaction } from '../../src/database.ts';

/**
 * Lists the connections to this database that wait for a row lock, with the number of rows that their transactions have written.
 * InnoDB's answer may be a tenth of a second old, so a wait counts only while its connection still runs the same statement.
 */
export async function listLockWaits(db: Database): Promise<{ id: number; written: number }[]> {
  const [rows] = await db.raw(
    `SELECT id, trx_rows_modified AS written FROM information_schema.innodb_trx
     JOIN information_schema.processlist ON id = trx_mysql_thread_id 
     WHERE db = DATABASE() AND trx_state = 'LOCK WAIT' AND LEFT(info, 900) = LEFT(trx_query, 900)`,
  );
  return rows.map(({ id, written }: Record<string, unknown>) => ({ id: Number(id), written: Number(written) }));
}

/** InnoDB refreshes its answer only after a tenth of a second without a query, so that polling faster would never see a change. */
export const LOCK_WAITS_INTERVAL_MS = 200;

/** Makes a call wait for a lock that another transaction holds, commits that transaction's change, and returns what the call answers. */
export async function callWhileLocked<T>(
  db: Database,
  call: () => Promise<T>,
  change: (trx: Transaction) => Promise<unknown>,
): Promise<T> {
  const holder = await db.transaction();
  try {
    await change(holder);
    const reply = call();
    await expect.poll(() => listLockWaits(db), { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS }).toHaveLength(1);
    await holder.commit();
    return await reply;
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}
