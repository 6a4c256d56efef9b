import { type Crud, entityByKey } from '#crud/crud.ts';
import { reindexBatch } from '#crud/search-index.ts';
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
  defineTask<{ entities?: EntityKey[] }, State>({
    run: async ({ params, state, progress }) => {
      const keys = params.entities ?? crud.entities.map(({ key }) => key);
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
