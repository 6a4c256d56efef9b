import { type Database, insertMissing, type Transaction, written } from '#database';
import type { EntityKey } from '#http/contract.ts';

// The people whose writes a record holds since it last became pending: none of them may approve or reject it.

export const addWriter = (trx: Transaction, entity: EntityKey, recordId: number, userId: number) =>
  addWriters(trx, entity, [recordId], [userId]);

/** Each record holds work of each of these people. */
export async function addWriters(
  trx: Transaction,
  entity: EntityKey,
  recordIds: number[],
  userIds: number[],
): Promise<void> {
  const rows = recordIds.flatMap((record_id) => userIds.map((user_id) => ({ entity, record_id, user_id })));
  await insertMissing(trx, 'review_writer', rows);
}

export const clearWriters = (trx: Transaction, entity: EntityKey, recordId: number) =>
  trx('review_writer').where({ entity, record_id: recordId }).delete();

/** Those of the records that hold work of this user. */
export async function ownWork(db: Database, entity: EntityKey, ids: number[], userId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const sql = 'SELECT record_id FROM review_writer WHERE entity = ? AND user_id = ? AND record_id IN (?)';
  const rows = await written<{ record_id: number }[]>(db, sql, [entity, userId, ids]);
  return rows.map((row) => row.record_id);
}
