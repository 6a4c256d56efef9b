import { changedPointers, readAt } from '#crud/pointers.ts';
import type { Database } from '#database';
import type { ItemProblem } from '../engine/item.ts';
import { type SetItem, toSetItem } from '../set-items.ts';
import { querySets } from '../stored-set.ts';
import { SetRefused } from './release-set.ts';

interface UnreleasedItem {
  setId: number;
  item: SetItem;
}

/**
 * Names the set that has not taken effect where an item conflicts with its record because it was made on the changes of that set
 * (`buildsOnChangeSet` instead of `changedSince`). Returns other errors as they are.
 */
export async function nameUnreleasedBases(db: Database, error: unknown): Promise<unknown> {
  if (!(error instanceof SetRefused)) return error;
  const isConflict = ({ rule }: ItemProblem) => rule === 'changedSince';
  const conflicting = error.results.filter(({ problems = [] }) => problems.some(isConflict));
  if (conflicting.length === 0) return error;
  const items = conflicting.map(({ item }) => item);
  const unreleased = await readUnreleasedItems(db, error.setId, items);
  const name = (item: SetItem, problem: ItemProblem): ItemProblem => {
    const ofRecord = unreleased.filter(
      (each) => each.item.entity === item.entity && each.item.recordId === item.recordId,
    );
    const base = isConflict(problem) ? ofRecord.find((each) => isMadeOn(item, each.item, problem.pointer)) : undefined;
    return base ? { ...problem, rule: 'buildsOnChangeSet', parameters: { changeSet: base.setId } } : problem;
  };
  return new SetRefused(
    error.setId,
    error.results.map((result) => {
      const { item, problems } = result;
      return problems ? { ...result, problems: problems.map((problem) => name(item, problem)) } : result;
    }),
  );
}

/** Reads what other sets that have not taken effect would do to the records of items, the newest first. */
async function readUnreleasedItems(db: Database, setId: number, items: SetItem[]): Promise<UnreleasedItem[]> {
  const found: UnreleasedItem[] = [];
  for (const entity of new Set(items.map((item) => item.entity))) {
    const recordIds = items.flatMap((item) => (item.entity === entity ? (item.recordId ?? []) : []));
    const rows: Record<string, unknown>[] = await querySets(db)
      .join('proposal AS item', 'item.change_set_id', 'change_set.id')
      .whereNotIn('change_set.status', ['released', 'reverted'])
      .whereNot('change_set.id', setId)
      .where('item.entity', entity)
      .whereIn('item.record_id', recordIds)
      .orderBy('item.id', 'desc')
      .select('item.*');
    found.push(...rows.map((row) => ({ setId: Number(row.change_set_id), item: toSetItem(row) })));
  }
  return found;
}

/** Whether the other item writes the value or the status on which this one is based. */
function isMadeOn(item: SetItem, other: SetItem, pointer: string | undefined): boolean {
  if (pointer === undefined) return item.event !== null && other.event !== null;
  if (!other.after) return false;
  const [base, after] = [readAt(item.base.fields, pointer), readAt(other.after.fields, pointer)];
  return changedPointers({ value: base }, { value: after }).length === 0;
}
