import type { CrudContext, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { createCodeHydrator, lockRecords, toWrittenValues } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { type ItemProblem, type ItemResult, wholeItemProblem } from '../engine/item.ts';
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
      const changed = current && findDifferences(withCodes(item.base), toWrittenValues(entity, current));
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
  const shownPointers = new Set(findDifferences(shown.base, shown.after));
  const otherValues = new Set(findDifferences(shown.after, now.after));
  return findDifferences(now.base, now.after).filter(
    (pointer) => !shownPointers.has(pointer) || otherValues.has(pointer),
  );
}

/** Returns the fields at which values or the records that they refer to differ. */
function findDifferences(before: ResolvedValues, after: ResolvedValues): string[] {
  const pointers = changedPointers(before.fields, after.fields);
  const repointed = [...Object.keys(before.refs), ...Object.keys(after.refs)].filter(
    (pointer) => before.refs[pointer] !== after.refs[pointer],
  );
  return [...new Set([...pointers, ...repointed.map((pointer) => `/${pointer.split('/')[1]}`)])];
}

const toProblems = (pointers: string[]): ItemProblem[] =>
  pointers.map((pointer) => ({ pointer, rule: 'changedSince' }));

/** Identifies the record of an item, of which a set has only one item. */
export const recordKey = ({ entity, recordId }: Pick<SetItem, 'entity' | 'recordId'>) => `${entity} ${recordId}`;
