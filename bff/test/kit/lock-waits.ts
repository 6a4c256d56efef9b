import { expect } from 'vitest';
import type { Database, Transaction } from '../../src/database.ts';

/**
 * Connections to this database that wait for a row lock, and how many rows their transactions have written. What InnoDB
 * answers may be a tenth of a second old, so that a wait counts only while its connection still runs the same statement.
 */
export async function lockWaits(db: Database): Promise<{ id: number; written: number }[]> {
  const [rows] = await db.raw(
    `SELECT id, trx_rows_modified AS written FROM information_schema.innodb_trx
     JOIN information_schema.processlist ON id = trx_mysql_thread_id 
     WHERE db = DATABASE() AND trx_state = 'LOCK WAIT' AND LEFT(info, 900) = LEFT(trx_query, 900)`,
  );
  return rows.map(({ id, written }: Record<string, unknown>) => ({ id: Number(id), written: Number(written) }));
}

/** How often that may be asked: InnoDB looks anew only after a tenth of a second without a question. */
export const LOCK_WAITS_INTERVAL_MS = 200;

/** What a call answers that another transaction overtakes: it has begun, waits for a lock, and goes on after the change. */
export async function overtaken<T>(
  db: Database,
  call: () => Promise<T>,
  by: (trx: Transaction) => Promise<unknown>,
): Promise<T> {
  const holder = await db.transaction();
  try {
    await by(holder);
    const reply = call();
    await expect.poll(() => lockWaits(db), { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS }).toHaveLength(1);
    await holder.commit();
    return await reply;
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}
