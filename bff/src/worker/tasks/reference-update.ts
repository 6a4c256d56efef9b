import { entityByKey } from '#crud/entity.ts';
import type { Crud, Rename } from '#crud/model.ts';
import { countReferrers, readReferrerIds, referringEntities, writeReferrerVersions } from '#crud/renames.ts';
import { transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { defineTask, type TaskKind } from '#tasks/kinds.ts';

/** Locks are held for so many records at a time. */
const CHUNK_RECORDS = 250;

interface State {
  /** Kinds that are done. */
  done: EntityKey[];
  /** The last record of the kind in hand. */
  after: number;
  seen: number;
  records: number;
}

/**
 * Writes a version of everything that refers to renamed records. Where it stands is committed with what it has written, so that
 * whoever goes on with it writes none twice.
 */
export const referenceUpdate = (crud: Crud): TaskKind =>
  defineTask<{ details: { renames: Rename[] } }, State>({
    run: async ({ db, params, state, progress }) => {
      const { renames } = params.details;
      const kinds = referringEntities(crud, renames).map(({ key }) => key);
      let { done, after, seen, records } = state ?? { done: [], after: 0, seen: 0, records: 0 };
      await progress(seen, state ? undefined : await countReferrers(crud, db, renames));
      for (const key of kinds.filter((each) => !done.includes(each))) {
        const entity = entityByKey(crud, key);
        for (;;) {
          const ids = await readReferrerIds(db, entity, renames, { after, limit: CHUNK_RECORDS });
          const last = ids.at(-1);
          if (last === undefined) break;
          const next = { done, after: last, seen: seen + ids.length, records };
          next.records += await transact(db, async (trx) => {
            const written = await writeReferrerVersions(trx, entity, ids, renames);
            await progress(next.seen, undefined, { ...next, records: records + written }, trx);
            return written;
          });
          ({ after, seen, records } = next);
        }
        [done, after] = [[...done, key], 0];
      }
      return { records };
    },
  });
