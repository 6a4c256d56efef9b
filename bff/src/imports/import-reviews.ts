import type { Crud, Entity } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { importRows, isWorkOf, type StoredImport, toStoredImport } from './stored-import.ts';
import { isMissing, missingColumns, waitingWith } from './waiting.ts';

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
  const { created, proposed } = waitingWith(db, entity.key, ids);
  const fields = missingColumns(entity);
  const isEach = fields.map((field) => isMissing(field, entity.table));
  const lacking = isEach.map((missing, at) => db.raw(`SUM(${missing}) AS n${at}`));
  const complete = db.raw(`SUM(NOT (${isEach.join(' OR ') || '0'})) AS complete`);
  const [imports, records, proposals, reviewed] = await Promise.all([
    importRows(db).whereIn('import.id', ids),
    created
      .groupBy('import_id')
      .select('import_id', complete, ...lacking)
      .count({ n: '*' }),
    proposed.groupBy('import_id').select('import_id').count({ n: '*' }),
    review(entity.key, db),
  ]);
  const [ofRecords, ofProposals] = [byImport(records), byImport(proposals)];
  const items = imports.map(toStoredImport).map((stored) => {
    const [row, proposalRow] = [ofRecords.get(stored.id), ofProposals.get(stored.id)];
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

const byImport = (rows: Record<string, unknown>[]) => new Map(rows.map((row) => [Number(row.import_id), row]));

const toReview = (
  { entity, id, filename, createdBy, createTime, appliedBy, applyTime }: StoredImport,
  counts: Counts,
  ownWork: boolean,
): ImportReview => ({
  ...{ kind: 'import', entity, id, filename, ...counts, ownWork },
  ...{ by: appliedBy ?? createdBy, time: (applyTime ?? createTime).toISOString() },
});
