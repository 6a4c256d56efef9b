import { entityByKey } from '#crud/entity.ts';
import { findReferencedIds } from '#crud/references.ts';
import { deleteRecords } from '#crud/store.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { ImportTask, ImportWork } from '../steps/import-work.ts';
import { inPieces, lockAll, workInRounds } from '../steps/rounds.ts';
import { chunk } from '../steps/row-results.ts';
import { stillOurs } from './restore-changed.ts';
import { actOf, type Fates, type Reverting, stillReferred, type There, type Written } from './reverting.ts';

/** Removes what an import created. What others refer to has no fate yet: they may be removed next. `last`: it stays. */
export async function removeCreated(reverting: Reverting, all: Written[], last: boolean): Promise<Fates> {
  const { crud, trx, entity } = reverting;
  const fates: Fates = new Map();
  for (const { recordId, current } of all) if (!current) fates.set(recordId, { outcome: 'removed' });
  const ours = await stillOurs(reverting, all, fates);
  const ids = ours.map(({ recordId }) => recordId);
  const referred = await findReferencedIds(crud, trx, entity, ids);
  if (last) for (const recordId of referred) fates.set(recordId, stillReferred());
  await remove(
    reverting,
    ours.filter(({ recordId }) => !referred.has(recordId)),
    fates,
  );
  return fates;
}

async function remove(reverting: Reverting, free: There[], fates: Fates): Promise<void> {
  const { trx, entity } = reverting;
  const records = free.map(({ current }) => current);
  await inPieces(records, async (some) => {
    await deleteRecords(trx, entity, some, actOf(reverting, 'delete'));
    return [];
  });
  for (const { recordId } of free) fates.set(recordId, { outcome: 'removed' });
}

const references = (db: Database, importId: number) => db('import_reference').where('import_id', importId);

export const countReferences = async (db: Database, importId: number): Promise<number> =>
  Number((await references(db, importId).count({ n: '*' }).first())?.n);

/** Removes what was created along with rows, where nothing else refers to it by now and nobody has changed it. */
export async function revertReferences(
  work: ImportWork,
  task: Pick<ImportTask, 'db' | 'progress'>,
  counts: { done: number; total: number },
): Promise<void> {
  const { db } = task;
  const { id } = work.stored;
  const kinds: EntityKey[] = await references(db, id).distinct().pluck('entity');
  let { done } = counts;
  for (const kind of kinds) {
    const entity = entityByKey(work.crud, kind);
    const forget = async (trx: Transaction, ids: number[]) => {
      for (const recordId of ids) await references(trx, id).where({ entity: kind, record_id: recordId }).delete();
    };
    done = await workInRounds<number>({
      ...{ crud: work.crud, task, done, total: counts.total },
      next: (before = 2 ** 32) =>
        references(db, id)
          .where('entity', kind)
          .where('record_id', '<', before)
          .orderBy('record_id', 'desc')
          .limit(chunk)
          .pluck('record_id'),
      settle: async (trx, ids, last) => {
        const records = await lockAll(trx, entity, ids);
        const written = ids.map((recordId) => ({ recordId, version: 1, current: records.get(recordId) }));
        const fates = await removeCreated({ ...work, entity, trx }, written, last);
        await forget(trx, [...fates.keys()]);
        return fates.size;
      },
      refuse: (trx, recordId) => forget(trx, [recordId]),
    });
  }
}
