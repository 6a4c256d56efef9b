import { entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import type { Database } from '#database';
import type { Rule } from '#http/contract.ts';
import type { ItemProblem, ItemResult } from '../engine/item.ts';
import { queryVisibleSets, type SetReader } from '../query-sets.ts';
import { type SetItem, toSetItem } from '../set-items.ts';
import { querySets, type StoredSet } from '../stored-set.ts';
import { findChangedFields } from './changed-fields.ts';
import { SetRefused } from './release-set.ts';

// The set behind a conflict is stored with the item. What is said about it depends on who asks, and on what has become of it since.

type Crud = Pick<CrudContext, 'entities'>;

/** The rules of conflicts with earlier sets, what is said where such a set is hidden, and what once it is released. */
const EARLIER_SET_RULES: Partial<Record<Rule, { hidden: Rule; released: Rule }>> = {
  changedByEarlierSet: { hidden: 'changedByHiddenSet', released: 'changedSince' },
  deletedByEarlierSet: { hidden: 'deletedByHiddenSet', released: 'recordDeleted' },
};

/** The rules of items whose base has not come about, or had not when that was last tried. */
const BASE_RULES: ReadonlySet<Rule> = new Set(['buildsOnChangeSet', 'buildsOnWithdrawnSet']);

const isConflict = ({ rule }: ItemProblem): boolean => rule === 'changedSince' || rule === 'recordDeleted';

/** Returns the number of the set that a problem names. */
const namedSetOf = ({ parameters }: ItemProblem): number => Number(parameters?.changeSet);

interface Refused {
  results: ItemResult<SetItem>[];
  /** The sets that are released before, in that order. */
  earlierIds: readonly number[];
}

/**
 * Names the set behind the conflict of an item with its record: one that changes or deletes the record before, or one that has not taken
 * effect and on whose change the item is based.
 */
export async function nameConflictingSets(
  crud: Crud,
  db: Database,
  { results, earlierIds }: Refused,
): Promise<ItemResult<SetItem>[]> {
  const items = results.flatMap(({ item, problems = [] }) => (problems.some(isConflict) ? [item] : []));
  if (items.length === 0) return results;
  const earlierItems = await readItemsOfRecords(db, earlierIds, items);
  const baseIds = items.flatMap(({ basedOn }) => basedOn.map(({ changeSetId }) => changeSetId));
  const unreleasedBases = new Set<number>(
    await querySets(db).whereIn('id', baseIds).whereNotIn('status', ['released', 'reverted']).pluck('id'),
  );
  const name = (item: SetItem, problem: ItemProblem): ItemProblem => {
    if (!isConflict(problem)) return problem;
    const toNamed = (rule: Rule, changeSet: number): ItemProblem => ({ ...problem, rule, parameters: { changeSet } });
    const ofRecord = earlierItems.filter(
      (earlier) => earlier.item.entity === item.entity && earlier.item.recordId === item.recordId,
    );
    if (problem.rule === 'recordDeleted') {
      const deletion = ofRecord.findLast((earlier) => earlier.item.action === 'delete');
      return deletion ? toNamed('deletedByEarlierSet', deletion.setId) : problem;
    }
    const entity = entityByKey(crud, item.entity);
    const change = ofRecord.findLast((earlier) => includesField(findChangedFields(entity, earlier.item), problem));
    if (change) return toNamed('changedByEarlierSet', change.setId);
    const base = item.basedOn.findLast(({ pointers }) => includesField(pointers, problem));
    return base && unreleasedBases.has(base.changeSetId) ? toNamed('buildsOnChangeSet', base.changeSetId) : problem;
  };
  return results.map((result) => {
    const { item, problems } = result;
    return problems ? { ...result, problems: problems.map((problem) => name(item, problem)) } : result;
  });
}

/** Reads what sets do to the records of items, in the order of the sets. */
async function readItemsOfRecords(
  db: Database,
  setIds: readonly number[],
  items: SetItem[],
): Promise<{ setId: number; item: SetItem }[]> {
  if (setIds.length === 0) return [];
  const recordIds = items.flatMap(({ recordId }) => recordId ?? []);
  const rows: Record<string, unknown>[] = await db('proposal')
    .whereIn('change_set_id', setIds)
    .whereIn('record_id', recordIds);
  return rows
    .map((row) => ({ setId: Number(row.change_set_id), item: toSetItem(row) }))
    .toSorted((a, b) => setIds.indexOf(a.setId) - setIds.indexOf(b.setId));
}

/** Whether these fields include that of a problem; one of the whole record is about its status. */
const includesField = (pointers: string[], { pointer = '/status' }: ItemProblem): boolean =>
  pointers.some((each) => pointer === each || pointer.startsWith(`${each}/`));

/** Names those sets in the refusal of a set; returns other errors as they are. */
export const nameSetsInRefusal = async (crud: CrudContext, error: unknown): Promise<unknown> =>
  error instanceof SetRefused
    ? new SetRefused(error.setId, await nameConflictingSets(crud, crud.db, error), error.earlierIds)
    : error;

/** Converts the refusal of a set, in which sets are named, into the error that its caller gets; returns other errors as they are. */
export async function toShownRefusal(crud: CrudContext, error: unknown, caller: SetReader): Promise<unknown> {
  if (!(error instanceof SetRefused)) return error;
  return new SetRefused(error.setId, await toShownResults(crud, crud.db, error.results, caller)).toProblem();
}

/** Words the problems of results for a reader, like `createProblemView`. */
export async function toShownResults(
  crud: Crud,
  db: Database,
  results: ItemResult<SetItem>[],
  reader: SetReader,
): Promise<ItemResult<SetItem>[]> {
  const problems = results.flatMap((result) => result.problems ?? []);
  const toShown = await createProblemView(crud, db, problems, reader, null);
  return results.map((result) => ({ ...result, problems: (result.problems ?? []).map(toShown) }));
}

/**
 * Creates a function that words a problem which names a set, by what the reader may see and by what has become of the set. `dueTime` is that
 * of the set with the problems, where it may have changed since they were found.
 */
export async function createProblemView(
  crud: Crud,
  db: Database,
  problems: ItemProblem[],
  reader: SetReader,
  dueTime: Date | null,
): Promise<(problem: ItemProblem) => ItemProblem> {
  const setIds = [...new Set(problems.filter(namesSet).map(namedSetOf))];
  if (setIds.length === 0) return (problem) => problem;
  const sets: Pick<StoredSet, 'id' | 'status' | 'due_time'>[] = await querySets(db)
    .whereIn('id', setIds)
    .select('id', 'status', 'due_time');
  const visibleIds = new Set<number>(
    await queryVisibleSets(crud, db, reader).whereIn('change_set.id', setIds).pluck('change_set.id'),
  );
  return (problem) => {
    if (!namesSet(problem)) return problem;
    const setId = namedSetOf(problem);
    const named = sets.find(({ id }) => id === setId);
    const isDueLater = Boolean(dueTime && named?.due_time && named.due_time > dueTime);
    return wordProblem(problem, { status: named?.status, isDueLater, isVisible: visibleIds.has(setId) });
  };
}

const namesSet = ({ rule }: ItemProblem): boolean => BASE_RULES.has(rule) || EARLIER_SET_RULES[rule] !== undefined;

interface NamedSet {
  status: StoredSet['status'] | undefined;
  /** Whether it is due after the set with the problem. */
  isDueLater: boolean;
  isVisible: boolean;
}

function wordProblem(problem: ItemProblem, { status, isDueLater, isVisible }: NamedSet): ItemProblem {
  const { pointer } = problem;
  const ofEarlierSet = EARLIER_SET_RULES[problem.rule];
  if (ofEarlierSet) {
    if (status === 'released') return { pointer, rule: ofEarlierSet.released };
    if (status !== 'scheduled' || isDueLater) return { pointer, rule: 'earlierSetGone' };
    return isVisible ? problem : { pointer, rule: ofEarlierSet.hidden };
  }
  if (!isVisible || status === 'reverted') return { pointer, rule: 'changedSince' };
  if (status === 'released') return { ...problem, rule: 'buildsOnReleasedSet' };
  return { ...problem, rule: status === 'withdrawn' ? 'buildsOnWithdrawnSet' : 'buildsOnChangeSet' };
}
