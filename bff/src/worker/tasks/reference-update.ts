import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Rename } from '#crud/model.ts';
import { countReferrers, readReferrerIds, referringEntities, writeReferrerVersions } from '#crud/renames.ts';
import { transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { defineTask, type TaskDefinition } from '#tasks/kinds.ts';

/** The number of records that are locked at a time. */
const CHUNK_RECORDS = 250;

interface State {
  /** Entities that are finished. */
  done: EntityKey[];
  /** The last processed record of the current entity. */
  after: number;
  seen: number;
  records: number;
}

/**
 * Defines the task that writes new versions of records which refer to renamed ones. Its state is committed together with its writes, so
 * that a later run writes no version twice.
 */
export const referenceUpdate = (crud: CrudContext): TaskDefinition =>
  defineTask<{ details: { renames: Rename[] } }, State>({
    run: async ({ db, id, params, state, progress }) => {
      const task = { id, kind: 'referenceUpdate' as const };
      const renames = params.details.renames.map((each) => ({ ...each, actor: { ...each.actor, task } }));
      const entityKeys = referringEntities(crud, renames).map(({ key }) => key);
      let { done, after, seen, records } = state ?? { done: [], after: 0, seen: 0, records: 0 };
      await progress(seen, state ? undefined : await countReferrers(crud, db, renames));
      for (const key of entityKeys.filter((each) => !done.includes(each))) {
        const entity = entityByKey(crud, key);
        for (;;) {
          const ids = await readReferrerIds(db, entity, renames, { after, limit: CHUNK_RECORDS });
          const lastId = ids.at(-1);
          if (lastId === undefined) break;
          const next = { done, after: lastId, seen: seen + ids.length, records };
          next.records += await transact(db, async (trx) => {
            const writtenCount = await writeReferrerVersions(trx, entity, ids, renames);
            await progress(next.seen, undefined, { ...next, records: records + writtenCount }, trx);
            return writtenCount;
          });
          ({ after, seen, records } = next);
        }
        [done, after] = [[...done, key], 0];
      }
      return { records };
    },
  });
