import type { Crud } from '#crud/crud.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { importRows, isWorkOf, type StoredImport, toStoredImport } from './stored-import.ts';
import { waitingWith } from './waiting.ts';

type ImportReview = Schemas['ImportReview'];
type Counts = Pick<ImportReview, 'created' | 'proposed'>;

/** Imports of a kind as the queue of reviews shows them, by their ids; none where nothing waits with it any more. */
export async function importReviews(
  { db, review }: Pick<Crud, 'db' | 'review'>,
  entity: EntityKey,
  ids: number[],
  caller: Caller,
): Promise<Map<number, ImportReview>> {
  if (ids.length === 0) return new Map();
  const { created, proposed } = waitingWith(db, entity, ids);
  const count = (rows: typeof created) => rows.groupBy('import_id').select('import_id').count({ n: '*' });
  const [imports, records, proposals, reviewed] = await Promise.all([
    importRows(db).whereIn('import.id', ids),
    count(created),
    count(proposed),
    review(entity, db),
  ]);
  const [ofRecords, ofProposals] = [toNumbers(records), toNumbers(proposals)];
  const items = imports.map(toStoredImport).map((stored) => {
    const counts = { created: ofRecords.get(stored.id) ?? 0, proposed: ofProposals.get(stored.id) ?? 0 };
    return toReview(stored, counts, reviewed !== 'none' && isWorkOf(stored, caller.id));
  });
  return new Map(items.flatMap((item) => (item.created + item.proposed > 0 ? [[item.id, item]] : [])));
}

const toNumbers = (rows: Record<string, unknown>[]) =>
  new Map(rows.map(({ import_id, n }) => [Number(import_id), Number(n)]));

const toReview = (
  { entity, id, filename, createdBy, createTime, appliedBy, applyTime }: StoredImport,
  counts: Counts,
  ownWork: boolean,
): ImportReview => ({
  ...{ kind: 'import', entity, id, filename, ...counts, ownWork },
  ...{ by: appliedBy ?? createdBy, time: (applyTime ?? createTime).toISOString() },
});
