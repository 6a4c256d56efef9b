import { entityByKey } from '#crud/entity.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { chunk } from '../steps/done-rows.ts';
import type { ImportTask, ImportWork } from '../steps/import-work.ts';
import { lockAll } from '../steps/in-pieces.ts';
import { workInRounds } from '../steps/rounds.ts';
import { removeCreated } from './remove-created.ts';

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
