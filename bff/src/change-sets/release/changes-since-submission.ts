import type { CrudContext, ResolvedValues } from '#crud/model.ts';
import { changedPointers, readAt } from '#crud/pointers.ts';
import { createCodeHydrator, lockRecords, toWrittenValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { type ItemResult, wholeItemProblem } from '../engine/item.ts';
import type { ItemDraft, SetItem } from '../set-items.ts';

// An overwriting revert is approved as its items show it, so what has changed since it was submitted must change nothing of that.

/** Finds the items with fields that have changed again since their author chose to overwrite them. */
export async function findChangedAgain(
  crud: CrudContext,
  trx: Transaction,
  items: SetItem[],
): Promise<ItemResult<SetItem>[]> {
  const results: ItemResult<SetItem>[] = [];
  for (const entity of crud.entities) {
    const ofKind = items.filter((item) => item.entity === entity.key && item.overwrites.length > 0);
    const records = await lockRecords(
      trx,
      entity,
      ofKind.flatMap(({ recordId }) => recordId ?? []),
    );
    const withCodes = await createCodeHydrator(
      trx,
      entity,
      ofKind.map(({ base }) => base),
    );
    for (const item of ofKind) {
      const current = records.get(item.recordId ?? 0);
      const changed = current && findDifferent(item.overwrites, withCodes(item.base), toWrittenValues(entity, current));
      const problems = changed
        ? changed.map((pointer) => ({ pointer, rule: 'changedSince' as const }))
        : [wholeItemProblem('recordDeleted')];
      if (problems.length > 0) results.push({ item, outcome: 'kept', problems });
    }
  }
  return results;
}

/** Returns those pointers at which values or the records that they refer to differ. */
const findDifferent = (pointers: string[], chosen: ResolvedValues, live: ResolvedValues): string[] =>
  pointers.filter((pointer) => {
    const isAt = (each: string) => each === pointer || each.startsWith(`${pointer}/`);
    const refPointers = [...Object.keys(chosen.refs), ...Object.keys(live.refs)].filter(isAt);
    return (
      changedPointers({ value: readAt(chosen.fields, pointer) }, { value: readAt(live.fields, pointer) }).length > 0 ||
      refPointers.some((each) => chosen.refs[each] !== live.refs[each])
    );
  });

/** Finds the items whose records would get other values back than those that the items show, as somebody has changed them since. */
export async function findUnseenChanges(
  crud: CrudContext,
  trx: Transaction,
  items: SetItem[],
  drafts: ItemDraft[],
): Promise<ItemResult<SetItem>[]> {
  const results: ItemResult<SetItem>[] = [];
  const draftOf = new Map(drafts.map((draft) => [recordKey(draft), draft]));
  for (const entity of crud.entities) {
    const pairs = items.flatMap((item) => {
      const draft = item.entity === entity.key ? draftOf.get(recordKey(item)) : undefined;
      return draft ? [{ item, draft }] : [];
    });
    const states = pairs.flatMap(({ item, draft }) => [item.base, item.after, draft.base, draft.after]);
    const withCodes = await createCodeHydrator(
      trx,
      entity,
      states.flatMap((state) => state ?? []),
    );
    const hydrate = ({ base, after }: Pick<ItemDraft, 'base' | 'after'>) => ({
      base: withCodes(base),
      after: after && withCodes(after),
    });
    for (const { item, draft } of pairs) {
      const [shown, now] = [hydrate(item), hydrate(draft)];
      const isOtherAction = item.action !== draft.action;
      const pointers = now.after && shown.after ? findUnseenPointers(shown, now) : [];
      const problems = isOtherAction
        ? [wholeItemProblem('changedSince')]
        : pointers.map((pointer) => ({ pointer, rule: 'changedSince' as const }));
      if (problems.length > 0) results.push({ item, outcome: 'kept', problems });
    }
  }
  return results;
}

interface Shown {
  base: ResolvedValues;
  after: ResolvedValues | null;
}

/** Returns the fields that a change gives a value which another change of the record does not show. */
function findUnseenPointers(shown: Shown, now: Shown): string[] {
  if (!now.after || !shown.after) return [];
  const changed = findDifferences(now.base, now.after);
  const changedBefore = new Set(findDifferences(shown.base, shown.after));
  const others = new Set(findDifferences(shown.after, now.after));
  return changed.filter((pointer) => !changedBefore.has(pointer) || others.has(pointer));
}

/** Returns the fields at which values or the records that they refer to differ. */
function findDifferences(before: ResolvedValues, after: ResolvedValues): string[] {
  const pointers = changedPointers(before.fields, after.fields);
  const repointed = [...Object.keys(before.refs), ...Object.keys(after.refs)].filter(
    (pointer) => before.refs[pointer] !== after.refs[pointer],
  );
  return [...new Set([...pointers, ...repointed.map((pointer) => `/${pointer.split('/')[1]}`)])];
}

/** Identifies the record of an item, which is the only one of its record in a set. */
export const recordKey = ({ entity, recordId }: Pick<SetItem, 'entity' | 'recordId'>) => `${entity} ${recordId}`;
