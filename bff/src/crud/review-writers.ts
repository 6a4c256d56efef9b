import { type Database, insertMissing, type Statement, type Transaction, written } from '#database';
import type { EntityKey } from '#http/contract.ts';

// The people whose writes a record holds since it last became pending: none of them may approve or reject it.

/** The record holds work of this person; nothing where the service itself wrote, which is nobody. */
export const addingWriter = (entity: EntityKey, recordId: number, userId: number | null): Statement[] =>
  userId === null
    ? []
    : [
        {
          sql: 'INSERT IGNORE INTO review_writer (entity, record_id, user_id) VALUES (?, ?, ?)',
          values: [entity, recordId, userId],
        },
      ];

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

export const clearingWriters = (entity: EntityKey, recordId: number): Statement[] => [
  { sql: 'DELETE FROM review_writer WHERE entity = ? AND record_id = ?', values: [entity, recordId] },
];

/** Those of the records that hold work of this user. */
export async function ownWork(db: Database, entity: EntityKey, ids: number[], userId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const sql = 'SELECT record_id FROM review_writer WHERE entity = ? AND user_id = ? AND record_id IN (?)';
  const rows = await written<{ record_id: number }[]>(db, sql, [entity, userId, ids]);
  return rows.map((row) => row.record_id);
}
