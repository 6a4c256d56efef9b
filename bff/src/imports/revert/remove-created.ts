import { entityByKey } from '#crud/entity.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import { deleteRecords } from '#crud/store.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { ImportTask, ImportWork } from '../steps/import-work.ts';
import { lockRecordsInBatches, mapInBatches, workInRounds } from '../steps/rounds.ts';
import { CHUNK_ROWS } from '../steps/row-results.ts';
import { findUntouchedRecords } from './restore-changed.ts';
import {
  type ExistingRecord,
  type OutcomeByRecord,
  type RevertContext,
  stillReferred,
  toRevertAction,
  type WrittenRecord,
} from './revert-context.ts';

/**
 * Removes the records that an import created. A record that others refer to gets no outcome yet, as those may be removed next; in the
 * last round it is kept.
 */
export async function removeCreated(
  reverting: RevertContext,
  records: WrittenRecord[],
  isLastRound: boolean,
): Promise<OutcomeByRecord> {
  const { crud, trx, entity } = reverting;
  const outcomes: OutcomeByRecord = new Map();
  for (const { recordId, current } of records) if (!current) outcomes.set(recordId, { outcome: 'removed' });
  const untouchedRecords = await findUntouchedRecords(reverting, records, outcomes);
  const ids = untouchedRecords.map(({ recordId }) => recordId);
  const referredIds = await findReferencedIds(crud, trx, entity, ids);
  if (isLastRound) for (const recordId of referredIds) outcomes.set(recordId, stillReferred());
  await removeRecords(
    reverting,
    untouchedRecords.filter(({ recordId }) => !referredIds.has(recordId)),
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
  await mapInBatches(records, async (batch) => {
    await deleteRecords(trx, entity, batch, toRevertAction(reverting, 'delete'));
    return [];
  });
  for (const { recordId } of unreferred) outcomes.set(recordId, { outcome: 'removed' });
}

/** Queries the records that an import itself created because its rows refer to them. */
const queryCreatedReferences = (db: Database, importId: number) => db('import_reference').where('import_id', importId);

export const countCreatedReferences = async (db: Database, importId: number): Promise<number> =>
  Number((await queryCreatedReferences(db, importId).count({ n: '*' }).first())?.n);

/** Removes the referenced records that rows created along with their own, unless something refers to them or somebody has changed them. */
export async function removeCreatedReferences(
  work: ImportWork,
  task: Pick<ImportTask, 'db' | 'progress'>,
  counts: { done: number; total: number },
): Promise<void> {
  const { db } = task;
  const { id } = work.stored;
  const entityKeys: EntityKey[] = await queryCreatedReferences(db, id).distinct().pluck('entity');
  let { done } = counts;
  for (const entityKey of entityKeys) {
    const entity = entityByKey(work.crud, entityKey);
    const forgetCreatedReferences = async (trx: Transaction, ids: number[]) => {
      for (const recordId of ids)
        await queryCreatedReferences(trx, id).where({ entity: entityKey, record_id: recordId }).delete();
    };
    done = await workInRounds<number>({
      crud: work.crud,
      task,
      done,
      total: counts.total,
      readNext: (before = 2 ** 32) =>
        queryCreatedReferences(db, id)
          .where('entity', entityKey)
          .where('record_id', '<', before)
          .orderBy('record_id', 'desc')
          .limit(CHUNK_ROWS)
          .pluck('record_id'),
      processRows: async (trx, ids, isLastRound) => {
        const records = await lockRecordsInBatches(trx, entity, ids);
        const written = ids.map((recordId) => ({ recordId, version: 1, current: records.get(recordId) }));
        const outcomes = await removeCreated({ ...work, entity, trx }, written, isLastRound);
        await forgetCreatedReferences(trx, [...outcomes.keys()]);
        return outcomes.size;
      },
      refuseRow: (trx, recordId) => forgetCreatedReferences(trx, [recordId]),
    });
  }
}
