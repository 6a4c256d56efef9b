import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { followRenames } from '#crud/as-of/forecast-states.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, EntityRecord, FutureRename, StoredRecord } from '#crud/model.ts';
import { referencedEntityKey } from '#crud/references/reference-paths.ts';
import { referringEntities } from '#crud/renames.ts';
import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { differs, type ItemProblem, type ItemResult } from '../engine/item.ts';
import { replaceItemReferences } from '../release/item-references.ts';
import { evaluateItem, problemOfEvent, type SetChange, writesValues } from '../release/set-source.ts';
import { findSuccessors, resolveReferences, type Successors } from '../release/successors.ts';
import type { SetItem } from '../set-items.ts';
import type { StoredSet } from '../stored-set.ts';
import { findStillReferred } from './still-referred.ts';
import { recordIdOf, recordKeyOf, type States, type StoredSets, type StoredStates } from './stored-items.ts';
import { findTakenCodes } from './taken-codes.ts';

/** Why an item cannot be released. */
export type Refusal = Required<Pick<ItemResult<SetItem>, 'item' | 'outcome' | 'problems'>>;

/** What sets make of records. */
interface Released {
  states: States;
  renames: FutureRename[];
  /** For which items sets would be held, by the id of the set. */
  refusals: Map<number, Refusal[]>;
  /** By which ids the new records are known, by the item's id. */
  createdIds: Map<number, number>;
}

/**
 * Computes the states that sets leave, one after the other. Where they are not all that are due until then, references to records that others
 * create stay as they are, otherwise a set with such a reference would be held.
 */
export async function releaseInMemory(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: StoredSet[],
  { items, states: stored }: StoredSets,
  { isComplete = true }: { isComplete?: boolean } = {},
): Promise<Released> {
  const ownDecisions = await readSetsApprovedByWriters(db, sets);
  const states: States = new Map();
  const renames: FutureRename[] = [];
  const refusals = new Map<number, Refusal[]>();
  const createdIds = new Map<number, number>();
  const recordIds = new Map<number, number>();
  for (const set of sets) {
    const itemsOfSet = await replaceItemReferences(db, items.get(set.id) ?? [], recordIds);
    const { changes, refused } = evaluateSet(crud, { stored, states }, itemsOfSet, isComplete);
    if (refused.length > 0) {
      refusals.set(set.id, refused);
      continue;
    }
    const updatedBy = ownDecisions.has(set.id) ? String(set.decided_by) : set.author;
    // the cast: only sets with a date are released later
    const updateTime = (set.due_time as Date).toISOString();
    const createdBySet = new Map<number, number>();
    for (const { item } of changes.map(({ change }) => change)) {
      recordIds.set(item.id, recordIdOf(item));
      if (item.action === 'create') createdBySet.set(item.id, recordIdOf(item));
    }
    for (const [itemId, id] of createdBySet) createdIds.set(itemId, id);
    const successors = successorsOf(changes);
    const written = new Set<string>();
    const renamesOfSet: FutureRename[] = [];
    for (const { entity, change } of changes) {
      const { item, current, values } = change;
      const resolved =
        values && writesValues(change)
          ? { ...change, values: resolveReferences(entity, values, successors, createdBySet) }
          : change;
      const state = stateAfter(entity, resolved, { updateTime, updatedBy });
      if (state === current) continue;
      const id = recordIdOf(item);
      states.set(entity.key, statesOf(states, entity).set(id, state));
      // a transition does not write the new codes of what its record refers to
      if (writesValues(change)) written.add(`${entity.key} ${id}`);
      if (current && state && current.record.code !== state.record.code)
        renamesOfSet.push({ kind: entity.key, id, setId: set.id, updateTime, updatedBy });
    }
    updateReferrers(crud, { stored, states }, renamesOfSet, written);
    renames.push(...renamesOfSet);
    await yieldToEventLoop();
  }
  return { states, renames, refusals, createdIds };
}

/** Gives a new version to those records of any set that refer to renamed ones and that this set has not written. */
function updateReferrers(
  crud: Pick<CrudContext, 'entities'>,
  { stored, states }: { stored: StoredStates; states: States },
  renames: FutureRename[],
  written: ReadonlySet<string>,
): void {
  for (const entity of renames.length > 0 ? referringEntities(crud, renames) : []) {
    const ofKind = statesOf(states, entity);
    const live = [...stored.records].flatMap(([key, record]) => (key.startsWith(`${entity.key} `) ? [record] : []));
    for (const current of [...live.filter(({ record }) => !ofKind.has(record.id)), ...ofKind.values()]) {
      if (!current || written.has(`${entity.key} ${current.record.id}`)) continue;
      const followed = followRenames(entity, current, renames);
      if (followed !== current) states.set(entity.key, ofKind.set(current.record.id, followed));
    }
  }
}

const statesOf = (states: States, { key }: Entity) => states.get(key) ?? new Map<number, StoredRecord | undefined>();

/** The ids of the sets whose approver has contributed to them, where no second person is needed. */
const readSetsApprovedByWriters = async (db: Database, sets: StoredSet[]): Promise<Set<number>> =>
  new Set(
    await db('change_set_writer')
      .join('change_set', { 'change_set.id': 'set_id', 'change_set.decided_by_id': 'user_id' })
      .whereIn(
        'set_id',
        sets.map(({ id }) => id),
      )
      .pluck('set_id'),
  );

interface KindChange {
  entity: Entity;
  change: SetChange;
}

/** Returns what a set changes in the states that the sets before it leave, and the items for which it would be held. */
function evaluateSet(
  crud: Pick<CrudContext, 'entities'>,
  { stored, states }: { stored: StoredStates; states: States },
  items: SetItem[],
  isComplete: boolean,
): { changes: KindChange[]; refused: Refusal[] } {
  const broughtIds = new Set(items.map(({ id, entity, recordId }) => `${entity} ${recordId ?? -id}`));
  const exists = (kind: EntityKey, id: number): boolean => {
    const key = `${kind} ${id}`;
    if (broughtIds.has(key)) return true;
    const ofKind = states.get(kind);
    return ofKind?.has(id) ? ofKind.get(id) !== undefined : id > 0 && !stored.missing.has(key);
  };
  const stateBefore = (key: string): StoredRecord | undefined => {
    const [kind = '', id] = key.split(' ');
    // the cast: a key begins with the kind
    const ofKind = states.get(kind as EntityKey);
    return ofKind?.has(Number(id)) ? ofKind.get(Number(id)) : stored.records.get(key);
  };
  const changes: KindChange[] = [];
  const refused: Refusal[] = [];
  for (const item of items) {
    const entity = entityByKey(crud, item.entity);
    const key = recordKeyOf(item);
    const { conflicts, ...change } = evaluateItem(entity, item, stateBefore(key), stored.deletions.get(key));
    const eventProblem = problemOfEvent(change);
    const problems = eventProblem ? [...conflicts, eventProblem] : [...conflicts];
    if (isComplete) problems.push(...findUnknownReferences(entity, change, exists));
    if (problems.length > 0) refused.push({ item, outcome: 'refused', problems });
    changes.push({ entity, change });
  }
  if (isComplete && refused.length === 0) {
    const outcome = { changes, successors: successorsOf(changes), toKey: recordKeyOf, stateBefore };
    const found = [
      ...findTakenCodes(changes, { stored, states }),
      ...findStillReferred(crud, stored.referrers, outcome),
    ];
    for (const [item, problem] of found) refused.push({ item, outcome: 'conflicting', problems: [problem] });
  }
  return { changes, refused };
}

/** Finds where references to records lead that these changes delete. */
const successorsOf = (changes: KindChange[]): Successors =>
  findSuccessors(
    changes.map(({ entity, change: { item, values } }) => ({
      id: item.id,
      entity: entity.key,
      recordId: item.recordId,
      code: values ? String(values.fields.code) : null,
    })),
    new Map(
      changes.map(({ entity, change }) => [`${entity.key} ${change.item.recordId}`, change.current?.record.code]),
    ),
  );

/** Finds the references that a change makes to records that neither exist then nor are created by the set. */
const findUnknownReferences = (
  entity: Entity,
  { values, current }: SetChange,
  exists: (kind: EntityKey, id: number) => boolean,
): ItemProblem[] =>
  Object.entries(values?.refs ?? {}).flatMap(([pointer, id]): ItemProblem[] => {
    const kind = referencedEntityKey(entity, pointer);
    const isKnown = !kind || id === current?.refs[pointer] || exists(kind, id);
    return isKnown ? [] : [{ pointer, rule: 'unknownReference' }];
  });

/** Returns the record after a change: the same where nothing changes, undefined where it is deleted. */
function stateAfter(
  entity: Entity,
  { item, current, values, transition, revived }: SetChange,
  { updateTime, updatedBy }: Pick<EntityRecord, 'updateTime' | 'updatedBy'>,
): StoredRecord | undefined {
  if (!values) return undefined;
  const { fields, refs } = values;
  if (current && !transition && !differs(entity, current, values)) return current;
  const before = current?.record ?? revived;
  const record: EntityRecord = {
    ...fields,
    id: recordIdOf(item),
    status: transition?.status ?? before?.status ?? item.become,
    version: (before?.version ?? 0) + 1,
    createTime: before?.createTime ?? updateTime,
    createdBy: before?.createdBy ?? updatedBy,
    updateTime,
    updatedBy,
    // computed only for the records that are read
    warnings: [],
  };
  return { record, refs };
}
