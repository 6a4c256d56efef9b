import type { Knex } from 'knex';
import type { Crud, Entity, Field } from '#crud/model.ts';
import { type Database, type Transaction, transact } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { importRows, isWorkOf, type StoredImport, toStoredImport } from './stored-import.ts';

/** What waits with these imports of a kind to be decided on: pending records, and open proposals. */
const pendingOf = (db: Database, entity: EntityKey, importIds: number[]) => ({
  // the table of a kind has its name
  created: db(entity).whereIn('import_id', importIds).where('status', 'pending'),
  proposed: db('proposal').where('open', 1).whereIn('import_id', importIds).where('entity', entity),
});

const BATCH_ROWS = 1000;

// from the list to the rows, by their key: no row of others is waited for
const DETACH_SQL = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (id INT UNSIGNED PATH '$')) AS given
  STRAIGHT_JOIN ?? AS waiting ON waiting.id = given.id SET waiting.import_id = NULL WHERE waiting.import_id = ?`;

/** The fields of a kind that approval asks for. */
export const missingColumns = ({ requiredToApprove, fields }: Entity): Field[] =>
  fields.filter(({ name }) => requiredToApprove.includes(name));

/** Whether a record, by its alias, lacks a field, in SQL. */
export const isMissing = ({ column, kind, reference }: Field, record: string): string =>
  kind === 'text' && !reference
    ? `(${record}.\`${column}\` IS NULL OR ${record}.\`${column}\` = '')`
    : `(${record}.\`${column}\` IS NULL)`;

/** Those that hold all that approval asks for. */
export function onlyComplete(entity: Entity, records: Knex.QueryBuilder): Knex.QueryBuilder {
  for (const field of missingColumns(entity)) records.whereRaw(`NOT ${isMissing(field, entity.table)}`);
  return records;
}

/**
 * Lets what still waits with an import stand by itself, some at a time: `between` may end it by throwing. To the records that is no
 * change. `narrow`: only these of its new records.
 */
export async function detachPending(
  db: Database,
  { id, entity }: { id: number; entity: EntityKey },
  betweenBatches = async () => {},
  filterCreated = (records: Knex.QueryBuilder) => records,
): Promise<void> {
  const waiting = pendingOf(db, entity, [id]);
  const [created, proposed] = [filterCreated(waiting.created), waiting.proposed];
  for (const [table, rows] of [[entity, created] as const, ['proposal', proposed] as const]) {
    for (let ids = [0]; ids.length > 0; await betweenBatches()) {
      ids = (await rows.clone().limit(BATCH_ROWS).pluck('id')).toSorted((a: number, b: number) => a - b);
      await transact(db, (trx: Transaction) => trx.raw(DETACH_SQL, [JSON.stringify(ids), table, id]));
    }
  }
}

type ImportReview = Schemas['ImportReview'];
type Counts = Pick<ImportReview, 'created' | 'proposed' | 'ready' | 'missing'>;

/** Imports of a kind as the queue of reviews shows them, by their ids; none where nothing waits with it any more. */
export async function importReviews(
  { db, review }: Pick<Crud, 'db' | 'review'>,
  entity: Entity,
  ids: number[],
  caller: Caller,
): Promise<Map<number, ImportReview>> {
  if (ids.length === 0) return new Map();
  const { created, proposed } = pendingOf(db, entity.key, ids);
  const fields = missingColumns(entity);
  const missingConditions = fields.map((field) => isMissing(field, entity.table));
  const missingSums = missingConditions.map((missing, at) => db.raw(`SUM(${missing}) AS n${at}`));
  const complete = db.raw(`SUM(NOT (${missingConditions.join(' OR ') || '0'})) AS complete`);
  const [imports, records, proposals, reviewed] = await Promise.all([
    importRows(db).whereIn('import.id', ids),
    created
      .groupBy('import_id')
      .select('import_id', complete, ...missingSums)
      .count({ n: '*' }),
    proposed.groupBy('import_id').select('import_id').count({ n: '*' }),
    review(entity.key, db),
  ]);
  const [recordRowOf, proposalRowOf] = [rowsByImport(records), rowsByImport(proposals)];
  const items = imports.map(toStoredImport).map((stored) => {
    const [row, proposalRow] = [recordRowOf.get(stored.id), proposalRowOf.get(stored.id)];
    const proposed = Number(proposalRow?.n ?? 0);
    const missing = fields.map(({ name }, at) => ({ pointer: `/${name}`, count: Number(row?.[`n${at}`] ?? 0) }));
    const counts = {
      ...{ created: Number(row?.n ?? 0), proposed, ready: Number(row?.complete ?? 0) + proposed },
      missing: missing.filter(({ count }) => count > 0),
    };
    return toReview(stored, counts, reviewed !== 'none' && isWorkOf(stored, caller.id));
  });
  return new Map(items.flatMap((item) => (item.created + item.proposed > 0 ? [[item.id, item]] : [])));
}

const rowsByImport = (rows: Record<string, unknown>[]) => new Map(rows.map((row) => [Number(row.import_id), row]));

const toReview = (
  { entity, id, filename, createdBy, createTime, appliedBy, applyTime }: StoredImport,
  counts: Counts,
  ownWork: boolean,
): ImportReview => ({
  ...{ kind: 'import', entity, id, filename, ...counts, ownWork },
  ...{ by: appliedBy ?? createdBy, time: (applyTime ?? createTime).toISOString() },
});
