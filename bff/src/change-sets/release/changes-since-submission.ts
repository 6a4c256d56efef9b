import type { CrudContext } from '#crud/model.ts';
import { createCodeHydrator, lockRecords, toWrittenValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { differingPointers, type ItemProblem, type ItemResult, wholeItemProblem } from '../engine/item.ts';
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
      const changed = current && differingPointers(withCodes(item.base), toWrittenValues(entity, current));
      const problems = changed
        ? toProblems(item.overwrites.filter((pointer) => changed.includes(pointer)))
        : [wholeItemProblem('recordDeleted')];
      if (problems.length > 0) results.push({ item, outcome: 'kept', problems });
    }
  }
  return results;
}

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
    const withCodes = await createCodeHydrator(
      trx,
      entity,
      pairs.flatMap(({ item, draft }) => [item.base, item.after ?? [], draft.base, draft.after ?? []].flat()),
    );
    const hydrate = ({ base, after }: Change): Change => ({ base: withCodes(base), after: after && withCodes(after) });
    for (const { item, draft } of pairs) {
      const problems =
        item.action === draft.action
          ? toProblems(findUnseenPointers(hydrate(item), hydrate(draft)))
          : [wholeItemProblem('changedSince')];
      if (problems.length > 0) results.push({ item, outcome: 'kept', problems });
    }
  }
  return results;
}

type Change = Pick<ItemDraft, 'base' | 'after'>;

/** Returns the fields to which a revert would now give other values than the one that its item shows. */
function findUnseenPointers(shown: Change, now: Change): string[] {
  if (!now.after || !shown.after) return [];
  const shownPointers = new Set(differingPointers(shown.base, shown.after));
  const otherValues = new Set(differingPointers(shown.after, now.after));
  return differingPointers(now.base, now.after).filter(
    (pointer) => !shownPointers.has(pointer) || otherValues.has(pointer),
  );
}

const toProblems = (pointers: string[]): ItemProblem[] =>
  pointers.map((pointer) => ({ pointer, rule: 'changedSince' }));

/** Identifies the record of an item, of which a set has only one item. */
export const recordKey = ({ entity, recordId }: Pick<SetItem, 'entity' | 'recordId'>) => `${entity} ${recordId}`;
