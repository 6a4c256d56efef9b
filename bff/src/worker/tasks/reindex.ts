import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { countUnsearchable, indexBatch, reindexBatch } from '#crud/search-index.ts';
import type { EntityKey } from '#http/contract.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';
import { countRecords } from './count-records.ts';

interface State {
  /** Kinds that are done. */
  done: EntityKey[];
  /** The last record of the kind in hand. */
  after: number;
  records: number;
}

/** Makes the texts anew that records are found by, after how they are made has changed. */
export const reindex = (crud: Crud): TaskKind =>
  defineTask<{ entities?: EntityKey[]; missing?: boolean }, State>({
    run: async ({ params, state, progress }) => {
      const keys = params.entities ?? crud.entities.map(({ key }) => key);
      if (params.missing) return indexMissing(crud, keys, progress);
      const total = await countRecords(crud, keys);
      let { done, after, records } = state ?? { done: [], after: 0, records: 0 };
      for (const key of keys.filter((each) => !done.includes(each))) {
        for (let count = 1; count > 0; ) {
          await progress(records, total, { done, after, records });
          ({ last: after, count } = await reindexBatch(crud.db, entityByKey(crud, key), after));
          records += count;
        }
        [done, after] = [[...done, key], 0];
      }
      await progress(records, total);
      return { records };
    },
  });

/** Indexes the records that have no search text. A worker that goes on with it counts what is left. */
async function indexMissing(
  crud: Crud,
  keys: EntityKey[],
  progress: (done: number, total: number) => Promise<void>,
): Promise<{ records: number }> {
  const counts = await countUnsearchable(crud);
  const total = keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  let records = 0;
  for (const key of keys) {
    for (let after = 0, count = 1; count > 0; records += count) {
      await progress(records, Math.max(total, records));
      ({ last: after, count } = await indexBatch(crud.db, entityByKey(crud, key), after));
    }
  }
  await progress(records, Math.max(total, records));
  return { records };
}
