import type { Entity } from '#crud/model.ts';
import type { ItemProblem } from '../engine/item.ts';
import { duplicateProblem } from '../engine/release.ts';
import type { SetChange } from '../release/set-source.ts';
import type { SetItem } from '../set-items.ts';
import { isFoundByCode, type States, type StoredStates } from './stored-items.ts';

/**
 * Finds the items of a set that give codes which other records have then: those that are stored with them, or that get them from the sets
 * before this one.
 */
export function findTakenCodes(
  changes: readonly { entity: Entity; change: SetChange }[],
  { stored, states }: { stored: StoredStates; states: States },
): Map<SetItem, ItemProblem> {
  const codeAfter = ({ values }: SetChange) => values?.fields.code ?? null;
  const changesCode = (change: SetChange) => codeAfter(change) !== (change.current?.record.code ?? null);
  const changing = changes.filter(({ entity, change }) => isFoundByCode(entity) && changesCode(change));
  if (changing.length === 0) return new Map();
  const holders = new Map<string, string>();
  for (const { kind, code, id } of stored.codes)
    if (!states.get(kind)?.has(id)) holders.set(`${kind} ${code}`, `${kind} ${id}`);
  for (const [kind, ofKind] of states)
    for (const [id, state] of ofKind) if (state) holders.set(`${kind} ${state.record.code}`, `${kind} ${id}`);
  const givenUp = new Set(changing.map(({ entity, change }) => `${entity.key} ${change.item.recordId}`));
  return new Map(
    changing.flatMap(({ entity, change }): [SetItem, ItemProblem][] => {
      const holder = holders.get(`${entity.key} ${codeAfter(change)}`);
      return holder === undefined || givenUp.has(holder) ? [] : [[change.item, duplicateProblem(entity)]];
    }),
  );
}
