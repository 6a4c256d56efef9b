import { entityByKey } from '#crud/entity.ts';
import { findReferencedIds } from '#crud/references.ts';
import { deleteRecords } from '#crud/store.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { ImportTask, ImportWork } from '../steps/import-work.ts';
import { lockAll, mapInPieces, workInRounds } from '../steps/rounds.ts';
import { CHUNK_ROWS } from '../steps/row-results.ts';
import { ownedByImport } from './restore-changed.ts';
import {
  actOf,
  type ExistingRecord,
  type OutcomeByRecord,
  type RevertContext,
  stillReferred,
  type WrittenRecord,
} from './revert-context.ts';

/** Removes what an import created. What others refer to has no fate yet: they may be removed next. `last`: it stays. */
export async function removeCreated(
  reverting: RevertContext,
  records: WrittenRecord[],
  last: boolean,
): Promise<OutcomeByRecord> {
  const { crud, trx, entity } = reverting;
  const outcomes: OutcomeByRecord = new Map();
  for (const { recordId, current } of records) if (!current) outcomes.set(recordId, { outcome: 'removed' });
  const ownedRecords = await ownedByImport(reverting, records, outcomes);
  const ids = ownedRecords.map(({ recordId }) => recordId);
  const referredIds = await findReferencedIds(crud, trx, entity, ids);
  if (last) for (const recordId of referredIds) outcomes.set(recordId, stillReferred());
  await removeRecords(
    reverting,
    ownedRecords.filter(({ recordId }) => !referredIds.has(recordId)),
    outcomes,
  );
  return outcomes;
}

async function removeRecords(
  reverting: RevertContext,
  unreferred: ExistingRecord[],
  outcomes: OutcomeByRecord,
): Promise<void> {
  const { trx, entity } = reverting;
  const records = unreferred.map(({ current }) => current);
  await mapInPieces(records, async (some) => {
    await deleteRecords(trx, entity, some, actOf(reverting, 'delete'));
    return [];
  });
  for (const { recordId } of unreferred) outcomes.set(recordId, { outcome: 'removed' });
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
    const forgetReferences = async (trx: Transaction, ids: number[]) => {
      for (const recordId of ids) await references(trx, id).where({ entity: kind, record_id: recordId }).delete();
    };
    done = await workInRounds<number>({
      ...{ crud: work.crud, task, done, total: counts.total },
      readNext: (before = 2 ** 32) =>
        references(db, id)
          .where('entity', kind)
          .where('record_id', '<', before)
          .orderBy('record_id', 'desc')
          .limit(CHUNK_ROWS)
          .pluck('record_id'),
      settle: async (trx, ids, last) => {
        const records = await lockAll(trx, entity, ids);
        const written = ids.map((recordId) => ({ recordId, version: 1, current: records.get(recordId) }));
        const outcomes = await removeCreated({ ...work, entity, trx }, written, last);
        await forgetReferences(trx, [...outcomes.keys()]);
        return outcomes.size;
      },
      refuse: (trx, recordId) => forgetReferences(trx, [recordId]),
    });
  }
}
