import { changedPointers, readAt } from '#crud/pointers.ts';
import type { Database } from '#database';
import { transitions } from '#http/contract.ts';
import type { ItemProblem, ItemResult } from '../engine/item.ts';
import { type SetItem, toSetItem } from '../set-items.ts';
import { querySets } from '../stored-set.ts';
import { SetRefused } from './release-set.ts';

interface UnreleasedItem {
  setId: number;
  /** Whether the set will never take effect. */
  isWithdrawn: boolean;
  item: SetItem;
}

/** Results of a set that is not released, and why. */
interface Refused {
  setId: number;
  results: ItemResult<SetItem>[];
}

/**
 * Names the set that has not taken effect where an item conflicts with its record because it was made on the changes of that set
 * (`buildsOnChangeSet` or `buildsOnWithdrawnSet` instead of `changedSince`).
 */
export async function nameUnreleasedBases(db: Database, { setId, results }: Refused): Promise<ItemResult<SetItem>[]> {
  const isConflict = ({ rule }: ItemProblem) => rule === 'changedSince';
  const conflicting = results.filter(({ problems = [] }) => problems.some(isConflict));
  if (conflicting.length === 0) return results;
  const items = conflicting.map(({ item }) => item);
  const unreleased = await readUnreleasedItems(db, setId, items);
  const name = (item: SetItem, problem: ItemProblem): ItemProblem => {
    const ofRecord = unreleased.filter(
      (each) => each.item.entity === item.entity && each.item.recordId === item.recordId,
    );
    const base = isConflict(problem) ? ofRecord.find((each) => isMadeOn(item, each.item, problem.pointer)) : undefined;
    if (!base) return problem;
    const rule = base.isWithdrawn ? 'buildsOnWithdrawnSet' : 'buildsOnChangeSet';
    return { ...problem, rule, parameters: { changeSet: base.setId } };
  };
  return results.map((result) => {
    const { item, problems } = result;
    return problems ? { ...result, problems: problems.map((problem) => name(item, problem)) } : result;
  });
}

/** Names those sets in the refusal of a set; returns other errors as they are. */
export const nameBasesOfRefusal = async (db: Database, error: unknown): Promise<unknown> =>
  error instanceof SetRefused ? new SetRefused(error.setId, await nameUnreleasedBases(db, error)) : error;

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
      .select('item.*', { set_status: 'change_set.status' });
    found.push(
      ...rows.map((row) => ({
        setId: Number(row.change_set_id),
        isWithdrawn: row.set_status === 'withdrawn',
        item: toSetItem(row),
      })),
    );
  }
  return found;
}

/** Whether the other item changes a field to the value, or the record to the status, on which this one is based. */
function isMadeOn(item: SetItem, other: SetItem, pointer: string | undefined): boolean {
  if (pointer === undefined)
    return (
      item.event !== null && other.event !== null && transitions[item.event].from.includes(transitions[other.event].to)
    );
  if (!other.after || !changedPointers(other.base.fields, other.after.fields).includes(pointer)) return false;
  const [base, after] = [readAt(item.base.fields, pointer), readAt(other.after.fields, pointer)];
  return changedPointers({ value: base }, { value: after }).length === 0;
}
