import type { Knex } from 'knex';
import { fieldsRequiredToApprove, incompleteSql, lacksFieldSql } from '#crud/list/completeness.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { type Database, type Transaction, transact } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { pendingOf } from './import-set.ts';
import { isContributor, queryImports, type StoredImport, toStoredImport } from './stored-import.ts';

const BATCH_ROWS = 1000;

// STRAIGHT_JOIN reads rows by primary key, so the statement locks no other rows
const DETACH_SQL = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (id INT UNSIGNED PATH '$')) AS given
  STRAIGHT_JOIN ?? AS target ON target.id = given.id SET target.import_id = NULL WHERE target.import_id = ?`;

/**
 * Detaches what is still pending from its import, in batches; the records themselves do not change. `betweenBatches` can stop it by
 * throwing. `filterCreated` restricts it to some of the created records.
 */
export async function detachPending(
  db: Database,
  { id, entity }: { id: number; entity: EntityKey },
  betweenBatches = async () => {},
  filterCreated = (records: Knex.QueryBuilder) => records,
): Promise<void> {
  const pending = pendingOf(db, entity, [id]);
  const [created, proposed] = [filterCreated(pending.created), pending.proposed];
  for (const [table, rows] of [[entity, created] as const, ['proposal', proposed] as const]) {
    for (let ids = [0]; ids.length > 0; await betweenBatches()) {
      ids = (await rows.clone().limit(BATCH_ROWS).pluck('id')).toSorted((a: number, b: number) => a - b);
      await transact(db, (trx: Transaction) => trx.raw(DETACH_SQL, [JSON.stringify(ids), table, id]));
    }
  }
}

type ImportReview = Schemas['ImportReview'];
type Counts = Pick<ImportReview, 'created' | 'proposed' | 'ready' | 'missing'>;

/** Reads the entries of imports for the review queue, by id. Imports without pending records or proposals have none. */
export async function readImportReviews(
  { db, reviewSetting: review }: Pick<CrudContext, 'db' | 'reviewSetting'>,
  entity: Entity,
  ids: number[],
  caller: Caller,
): Promise<Map<number, ImportReview>> {
  if (ids.length === 0) return new Map();
  const { created, proposed } = pendingOf(db, entity.key, ids);
  const fields = fieldsRequiredToApprove(entity);
  const missingSums = fields.map((field, at) => db.raw(`SUM(${lacksFieldSql(field, entity.table)}) AS n${at}`));
  const complete = db.raw(`SUM(NOT ${incompleteSql(entity)}) AS complete`);
  const [imports, records, proposals, reviewed] = await Promise.all([
    queryImports(db).whereIn('import.id', ids),
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
      created: Number(row?.n ?? 0),
      proposed,
      ready: Number(row?.complete ?? 0) + proposed,
      missing: missing.filter(({ count }) => count > 0),
    };
    return toReview(stored, counts, reviewed !== 'none' && isContributor(stored, caller.id));
  });
  return new Map(items.flatMap((item) => (item.created + item.proposed > 0 ? [[item.id, item]] : [])));
}

const rowsByImport = (rows: Record<string, unknown>[]) => new Map(rows.map((row) => [Number(row.import_id), row]));

const toReview = (
  { entity, id, filename, createdBy, createTime, appliedBy, applyTime }: StoredImport,
  counts: Counts,
  ownWork: boolean,
): ImportReview => ({
  kind: 'import',
  entity,
  id,
  filename,
  ...counts,
  ownWork,
  by: appliedBy ?? createdBy,
  time: (applyTime ?? createTime).toISOString(),
});
