import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import { inOrderOfRelease, queryScheduled, type StoredSet } from '../stored-set.ts';
import { type Refusal, releaseInMemory } from './release-in-memory.ts';
import { countItemsOf, readStoredSets } from './stored-items.ts';

/** The most items that are evaluated, which takes about 0.2 s. */
const MAX_ITEMS = 2000;

/** What would hold a set. */
interface ForeseenHold {
  results: Refusal[];
  /** The sets that are released before, in that order. */
  earlierIds: number[];
}

/**
 * Finds the items for which scheduled sets would be held on their dates, by the id of the set, because their records have changed since
 * the approval, because they refer to records that will not exist, or because others will still refer to them or have their codes. Sets
 * after the first `MAX_ITEMS` items that are due count as fine.
 */
export async function foreseeHolds(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: Pick<StoredSet, 'id' | 'status' | 'due_time'>[],
): Promise<Map<number, ForeseenHold>> {
  const scheduled = sets.filter(({ status }) => status === 'scheduled');
  if (scheduled.length === 0) return new Map();
  const ids = new Set(scheduled.map(({ id }) => id));
  const lastDueTime = new Date(Math.max(...scheduled.map(({ due_time }) => due_time?.getTime() ?? 0)));
  // earlier ones count too, as the later ones may build on them
  const due: StoredSet[] = await queryScheduled(db)
    .where('due_time', '<=', lastDueTime)
    .modify(inOrderOfRelease)
    .select('change_set.*');
  const counts = await countItemsOf(db, due);
  let total = 0;
  const evaluated = due.filter(({ id }) => {
    total += counts.get(id) ?? 0;
    return total <= MAX_ITEMS;
  });
  const { refusals } = await releaseInMemory(crud, db, evaluated, await readStoredSets(crud, db, evaluated));
  const evaluatedIds = evaluated.map(({ id }) => id);
  const readEarlierIds = (id: number) =>
    evaluatedIds.slice(0, evaluatedIds.indexOf(id)).filter((earlierId) => !refusals.has(earlierId));
  return new Map(
    [...refusals].flatMap(([id, results]) => (ids.has(id) ? [[id, { results, earlierIds: readEarlierIds(id) }]] : [])),
  );
}
