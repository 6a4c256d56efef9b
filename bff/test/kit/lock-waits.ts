import type { Database } from '../../src/database.ts';

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
