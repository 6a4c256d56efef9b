import type { CrudContext } from '#crud/model.ts';
import { readIdsByCode } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { queryVisibleSets } from '../query-sets.ts';
import { createIdReader, type IdReader } from '../release/set-source.ts';
import { type CodeChange, readCodeChanges, readCodeChangesOfSets } from '../set-items.ts';
import { inOrderOfRelease, type StoredSet } from '../stored-set.ts';

/** Reads what the sets scheduled before a set do to codes. */
export const readChangesBefore = async (
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  set: Pick<StoredSet, 'id' | 'due_time'>,
  caller: Caller,
): Promise<EarlierCodeChanges> => (await readEarlierCodeChanges(crud, db, [set], caller)).get(set.id) ?? [];

/** What sets do to codes, set by set in the order of their release. */
export type EarlierCodeChanges = readonly CodeChange[][];

/**
 * Reads for each of these sets that has a date what the sets scheduled before it do to codes, by its id. Sets that the caller does not see
 * do not count, as codes would tell what they hold.
 */
export async function readEarlierCodeChanges(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: Pick<StoredSet, 'id' | 'due_time'>[],
  caller: Caller,
): Promise<Map<number, EarlierCodeChanges>> {
  const dated = sets.flatMap(({ id, due_time }) => (due_time ? [{ id, dueTime: due_time.getTime() }] : []));
  if (dated.length === 0) return new Map();
  const scheduled: { id: number; due_time: Date }[] = await queryVisibleSets(crud, db, caller)
    .where('change_set.status', 'scheduled')
    .where('change_set.due_time', '<=', new Date(Math.max(...dated.map(({ dueTime }) => dueTime))))
    .modify(inOrderOfRelease)
    .select('change_set.id', 'change_set.due_time');
  if (scheduled.length === 0) return new Map();
  const changes = await readCodeChangesOfSets(
    db,
    scheduled.map(({ id }) => id),
  );
  return new Map(
    dated.map(({ id, dueTime }) => {
      const at = scheduled.findIndex((set) => set.id === id);
      // one that is not approved yet comes after those of the same time
      const earlier =
        at < 0 ? scheduled.filter(({ due_time }) => due_time.getTime() <= dueTime) : scheduled.slice(0, at);
      return [id, earlier.map((set) => changes.get(set.id) ?? [])];
    }),
  );
}

/** Creates a function that reads the ids of references as they are after these changes. */
const createEarlierIdReader = (earlier: EarlierCodeChanges, readIds: IdReader): IdReader =>
  earlier.reduce((readBefore, changes) => createIdReader(changes, readBefore), readIds);

/** Creates a function that reads the ids of references as they are at the end of a set, from what it holds by now. */
export const createIdReaderOfSet = async (
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  set: Pick<StoredSet, 'id' | 'due_time'>,
  caller: Caller,
): Promise<IdReader> =>
  createIdReaderAtEnd(await readChangesBefore(crud, db, set, caller), await readCodeChanges(db, set.id));

/** Creates a function that reads the ids of references as they are at the end of a set. */
export const createIdReaderAtEnd = (earlier: EarlierCodeChanges, ownChanges: CodeChange[]): IdReader =>
  referToItems(earlier, ownChanges, createIdReader(ownChanges, createEarlierIdReader(earlier, readIdsByCode)));

/**
 * Lets the codes that these changes give to existing records lead to the items that give them, as −7 for the item 7: an item may be
 * edited afterwards, and its record not get the code. Codes that the set itself changes are left out.
 */
const referToItems =
  (earlier: EarlierCodeChanges, ownChanges: CodeChange[], readIds: IdReader): IdReader =>
  async (db, paths) => {
    const ids = await readIds(db, paths);
    const own = new Set(ownChanges.map(({ entity, recordId }) => `${entity} ${recordId}`));
    for (const { id, entity, recordId, code } of earlier.flat().toReversed()) {
      const key = `${entity} ${code}`;
      if (recordId !== null && ids.get(key) === recordId && !own.has(`${entity} ${recordId}`)) ids.set(key, -id);
    }
    return ids;
  };

/** Returns the codes that these changes give to existing records, by `entity id`. */
export const toEarlierCodes = (earlier: EarlierCodeChanges = []): Map<string, string> =>
  new Map(
    earlier
      .flat()
      .flatMap(({ entity, recordId, code }) =>
        code === null || recordId === null ? [] : [[`${entity} ${recordId}`, code]],
      ),
  );
