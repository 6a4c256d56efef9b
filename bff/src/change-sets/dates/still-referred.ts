import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, Refs, StoredRecord } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { type ItemProblem, wholeItemProblem } from '../engine/item.ts';
import { type SetChange, writesValues } from '../release/set-source.ts';
import { resolveReferences, type Successors } from '../release/successors.ts';
import type { SetItem } from '../set-items.ts';

/** The records that refer to those which items delete; all are named as `entity id`. */
export interface Referrers {
  /** The deleted records to which others refer that no item changes. */
  referredByUnchanged: Set<string>;
  /** For each deleted record those that items change and that refer to it, now or by an item. */
  changed: Map<string, Set<string>>;
}

/** Reads who refers to the records that items delete. `toKey` names the record of an item, and `records` has those that are stored. */
export async function readReferrers(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: SetItem[],
  { records, toKey }: { records: ReadonlyMap<string, StoredRecord>; toKey: (item: SetItem) => string },
): Promise<Referrers> {
  const deletions = items.filter(({ action }) => action === 'delete');
  const changed = new Map(deletions.map((item): [string, Set<string>] => [toKey(item), new Set()]));
  const referredByUnchanged = new Set<string>();
  if (deletions.length === 0) return { referredByUnchanged, changed };
  const idsOf = (key: EntityKey, of: SetItem[]) =>
    of.flatMap(({ entity, recordId }) => (entity === key ? (recordId ?? []) : []));
  const changedIds = new Map(crud.entities.map(({ key }) => [key, idsOf(key, items)]));
  for (const entity of crud.entities)
    for (const id of await findReferencedIds(crud, db, entity, idsOf(entity.key, deletions), changedIds))
      referredByUnchanged.add(`${entity.key} ${id}`);
  for (const item of items) {
    const key = toKey(item);
    const entity = entityByKey(crud, item.entity);
    for (const refs of [item.after?.refs ?? {}, records.get(key)?.refs ?? {}])
      for (const target of toTargets(entity, refs)) changed.get(target)?.add(key);
  }
  return { referredByUnchanged, changed };
}

/** Returns the records to which references lead. */
const toTargets = (entity: Entity, refs: Refs): string[] =>
  Object.entries(refs).map(([pointer, id]) => `${referencedEntityKey(entity, pointer)} ${id}`);

interface SetOutcome {
  changes: readonly { entity: Entity; change: SetChange }[];
  successors: Successors;
  toKey: (item: SetItem) => string;
  /** Returns what the sets before this one make of a record. */
  stateBefore: (key: string) => StoredRecord | undefined;
}

/** Finds the deletions of a set to whose records others still refer when it has taken effect. */
export function findStillReferred(
  crud: Pick<CrudContext, 'entities'>,
  { referredByUnchanged, changed }: Referrers,
  { changes, successors, toKey, stateBefore }: SetOutcome,
): Map<SetItem, ItemProblem> {
  const changeOf = new Map(changes.map(({ change }) => [toKey(change.item), change]));
  const refsAfter = (key: string, entity: Entity): Refs => {
    const change = changeOf.get(key);
    const refsBefore = stateBefore(key)?.refs ?? {};
    if (!change || (change.values && !writesValues(change))) return refsBefore;
    return change.values ? resolveReferences(entity, change.values, successors).refs : {};
  };
  const isReferred = (deletedKey: string): boolean =>
    referredByUnchanged.has(deletedKey) ||
    [...(changed.get(deletedKey) ?? [])].some((key) => {
      // the cast: a key begins with the kind
      const entity = entityByKey(crud, key.split(' ')[0] as EntityKey);
      return toTargets(entity, refsAfter(key, entity)).includes(deletedKey);
    });
  const deleted = changes.filter(({ change }) => change.item.action === 'delete' && isReferred(toKey(change.item)));
  return new Map(deleted.map(({ change }) => [change.item, wholeItemProblem('stillReferred')]));
}
