import { type Database, executeUnprepared, type Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { QueryFields } from './query-fields.ts';

interface ChangedSince {
  position: number;
  fields: QueryFields;
  limit: number;
}

/**
 * Returns in order the ids of an entity's records that were created, deleted or changed in what a query depends on since a position of the feed,
 * and of those whose changes have no position yet.
 */
export async function readChangedIds(trx: Transaction, key: EntityKey, since: ChangedSince): Promise<number[]> {
  const { fields, limit } = since;
  const selectFromFeed = fields.hasValuesOfAnyChange
    ? await selectAnyChange(trx, key, since)
    : await selectChangesOfFields(trx, key, since);
  const rows = await executeUnprepared<{ id: number }[]>(
    trx,
    `(${selectFromFeed.sql} LIMIT ?) UNION SELECT record_id FROM change_outbox WHERE entity = ?`,
    [...selectFromFeed.values, limit, key],
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Up to this many positions at the end of the feed are read faster by position than by the key of one kind. */
const MAX_RECENT = 20_000;

async function selectAnyChange(trx: Transaction, key: EntityKey, { position }: ChangedSince) {
  const last = await trx('change_feed').orderBy('position', 'desc').first('position');
  const isRecent = last !== undefined && last.position - position <= MAX_RECENT;
  const sql = `SELECT record_id AS id FROM change_feed FORCE INDEX (${isRecent ? 'PRIMARY' : 'change_feed__record'})
    WHERE entity = ? AND position > ? GROUP BY record_id`;
  return { sql, values: [key, position] };
}

/** Longer than any transaction: what one logs is at most this much older than a change with an earlier position. */
const MAX_TRANSACTION_MS = 3_600_000;

/** The log's key of changed fields finds them, as the feed may have many times as many changes of other fields. */
async function selectChangesOfFields(trx: Transaction, key: EntityKey, { position, fields }: ChangedSince) {
  const sets = (await readFieldSets(trx, key)).filter((set) =>
    set?.split(',').some((field) => fields.names.has(field)),
  );
  const logged = await trx('change_feed')
    .join('data_log', 'data_log.seq', 'change_feed.seq')
    .where({ position })
    .first('data_log.time');
  // creations and deletions have no changed fields; only the key of the log is read, whose rows are long, unlike those of the feed
  const sql = `SELECT DISTINCT feed.record_id AS id FROM data_log AS log FORCE INDEX (data_log__field)
    STRAIGHT_JOIN change_feed AS feed ON feed.seq = log.seq
    WHERE log.entity = ? AND (log.changed_fields IS NULL${sets.length > 0 ? ' OR log.changed_fields IN (?)' : ''})
      AND log.time >= ? AND feed.position > ?`;
  const time = new Date(logged ? logged.time.getTime() - MAX_TRANSACTION_MS : 0);
  return { sql, values: [key, ...(sets.length > 0 ? [sets] : []), time, position] };
}

// grouping by both columns, within a range, skips from one value to the next by the index
const FIELD_SETS = `SELECT changed_fields AS fields FROM data_log FORCE INDEX (data_log__field)
  WHERE entity >= ? AND entity <= ? GROUP BY entity, changed_fields`;

/** Reads the sets of fields that were changed together, of which an entity has few: names separated by commas; null for creations and deletions. */
export async function readFieldSets(db: Database, entity: EntityKey): Promise<(string | null)[]> {
  const rows = await executeUnprepared<{ fields: string | null }[]>(db, FIELD_SETS, [entity, entity]);
  return rows.map(({ fields }) => fields);
}
