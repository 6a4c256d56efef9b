import type { Knex } from 'knex';
import type { Entity, Field } from '#crud/model.ts';
import { type Database, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';

/** What waits with these imports of a kind to be decided on: pending records, and open proposals. */
export const waitingWith = (db: Database, entity: EntityKey, importIds: number[]) => ({
  // the table of a kind has its name
  created: db(entity).whereIn('import_id', importIds).where('status', 'pending'),
  proposed: db('proposal').where('open', 1).whereIn('import_id', importIds).where('entity', entity),
});

const batch = 1000;

// from the list to the rows, by their key: no row of others is waited for
const update = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (id INT UNSIGNED PATH '$')) AS given
  STRAIGHT_JOIN ?? AS own ON own.id = given.id SET own.import_id = NULL WHERE own.import_id = ?`;

/** The fields of a kind that approval asks for. */
export const missingColumns = ({ requiredToApprove, fields }: Entity): Field[] =>
  fields.filter(({ name }) => requiredToApprove.includes(name));

/** Whether a record, by its alias, lacks a field, in SQL. */
export const isMissing = ({ column, kind, reference }: Field, record: string): string =>
  kind === 'text' && !reference
    ? `(${record}.\`${column}\` IS NULL OR ${record}.\`${column}\` = '')`
    : `(${record}.\`${column}\` IS NULL)`;

/** Those that hold all that approval asks for. */
export function whole(entity: Entity, records: Knex.QueryBuilder): Knex.QueryBuilder {
  for (const field of missingColumns(entity)) records.whereRaw(`NOT ${isMissing(field, entity.table)}`);
  return records;
}

/**
 * Lets what still waits with an import stand by itself, some at a time: `between` may end it by throwing. To the records that is no
 * change. `narrow`: only these of its new records.
 */
export async function release(
  db: Database,
  { id, entity }: { id: number; entity: EntityKey },
  between = async () => {},
  narrow = (records: Knex.QueryBuilder) => records,
): Promise<void> {
  const waiting = waitingWith(db, entity, [id]);
  const [created, proposed] = [narrow(waiting.created), waiting.proposed];
  for (const [table, rows] of [[entity, created] as const, ['proposal', proposed] as const]) {
    for (let ids = [0]; ids.length > 0; await between()) {
      ids = (await rows.clone().limit(batch).pluck('id')).toSorted((a: number, b: number) => a - b);
      await transact(db, (trx: Transaction) => trx.raw(update, [JSON.stringify(ids), table, id]));
    }
  }
}
