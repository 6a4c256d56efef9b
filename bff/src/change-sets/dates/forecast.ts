import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { followRenames } from '#crud/as-of/forecast-states.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, EntityRecord, Forecast, FutureRename, StoredRecord } from '#crud/model.ts';
import { readIdsByCode } from '#crud/references/reference-paths.ts';
import { referringEntities } from '#crud/renames.ts';
import { toStoredRecords } from '#crud/rows.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { differs, type ItemProblem, type ItemResult } from '../engine/item.ts';
import { queryVisibleSets } from '../query-sets.ts';
import { replaceRemovedCreations } from '../release/removed-creations.ts';
import {
  createIdReader,
  evaluateItem,
  type IdReader,
  problemOfEvent,
  type SetChange,
  writesValues,
} from '../release/set-source.ts';
import { findSuccessors, resolveReferences, type Successors } from '../release/successors.ts';
import { type Deletion, readDeletions, revivesRecord, type SetItem, toSetItem } from '../set-items.ts';
import { inOrderOfRelease, type StoredSet } from '../stored-set.ts';

/** The most items that a forecast evaluates, at about 0.1 ms each. */
const MAX_ITEMS = 20_000;

const MAX_ID = 2 ** 32 - 1;

/** Returns the id by which a forecast knows the record that an item will create. */
const toFutureId = (itemId: number): number => MAX_ID - itemId;

/**
 * Computes the states that records will have once the sets that are scheduled until a time are released, except for sets that the caller does
 * not see, and those that would be held because a field has changed since. Rules are not checked, as that takes locks.
 * @throws Problem `validationError` for a time until which too many items are due
 */
export async function forecast(
  crud: Pick<CrudContext, 'entities'>,
  trx: Transaction,
  time: Date,
  caller: Caller,
): Promise<Forecast> {
  const sets: StoredSet[] = await queryVisibleSets(crud, trx, caller)
    .where('change_set.status', 'scheduled')
    .where('change_set.due_time', '<=', time)
    .modify(inOrderOfRelease)
    .select('change_set.*');
  const stored = await readStoredSets(crud, trx, sets);
  const { states, renames } = await releaseInMemory(crud, trx, sets, stored);
  return { states, live: stored.states.records, renames };
}

/**
 * Computes the state that one record will have once these sets are released in their order, undefined where it is deleted. A reference −7
 * means the record that the item 7 creates.
 */
export async function readStateAfter(
  crud: Pick<CrudContext, 'entities'>,
  trx: Transaction,
  sets: StoredSet[],
  { entity, id }: { entity: Entity; id: number },
): Promise<{ state: StoredRecord | undefined; heldIds: ReadonlySet<number> }> {
  const stored = await readStoredSets(crud, trx, sets);
  const { states, refusals, createdIds } = await releaseInMemory(crud, trx, sets, stored, { isComplete: false });
  const ofKind = states.get(entity.key);
  const state = ofKind?.has(id) ? ofKind.get(id) : stored.states.records.get(`${entity.key} ${id}`);
  const itemIds = new Map([...createdIds].map(([itemId, futureId]) => [-futureId, -itemId]));
  const values = state && { fields: state.record, refs: state.refs };
  const refs = values && resolveReferences(entity, values, new Map(), itemIds).refs;
  return { state: state && { ...state, refs: refs ?? {} }, heldIds: new Set(refusals.keys()) };
}

/** Why an item cannot be released. */
export type Refusal = Required<Pick<ItemResult<SetItem>, 'item' | 'outcome' | 'problems'>>;

/** Counts the items of sets, by the id of the set. */
export async function countItemsOf(db: Database, sets: StoredSet[]): Promise<Map<number, number>> {
  const counts: { id: number; n: number }[] = await db('proposal')
    .whereIn(
      'change_set_id',
      sets.map(({ id }) => id),
    )
    .groupBy('change_set_id')
    .select({ id: 'change_set_id' }, db.raw('COUNT(*) AS n'));
  return new Map(counts.map(({ id, n }) => [id, Number(n)]));
}

/** What sets hold, and what is stored of the records that they change. */
interface StoredSets {
  items: Map<number, SetItem[]>;
  states: StoredStates;
}

export async function readStoredSets(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  sets: StoredSet[],
): Promise<StoredSets> {
  const items = await readItemsOfSets(db, sets);
  return { items, states: await readStoredStates(crud, db, [...items.values()].flat()) };
}

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
  for (const set of sets) {
    const before = { readIds: createFutureIdReader(states), createdIds };
    const itemsOfSet = await replaceRemovedCreations(crud, db, set.id, items.get(set.id) ?? [], before);
    const { changes, refused } = evaluateSet(crud, { stored, states }, itemsOfSet, isComplete);
    if (refused.length > 0) {
      refusals.set(set.id, refused);
      continue;
    }
    const updatedBy = ownDecisions.has(set.id) ? String(set.decided_by) : set.author;
    // the cast: only sets with a date are released later
    const updateTime = (set.due_time as Date).toISOString();
    for (const { change } of changes)
      if (change.item.action === 'create') createdIds.set(change.item.id, toFutureId(change.item.id));
    const successors = successorsOf(changes);
    const written = new Set<string>();
    const renamesOfSet: FutureRename[] = [];
    for (const { entity, change } of changes) {
      const { item, current, values } = change;
      const resolved =
        values && writesValues(change)
          ? { ...change, values: resolveReferences(entity, values, successors, createdIds) }
          : change;
      const state = stateAfter(entity, resolved, { updateTime, updatedBy });
      if (state === current) continue;
      const id = idOf(item);
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

/** Creates a function that reads the ids of references as they are once these states are stored. */
const createFutureIdReader =
  (states: States): IdReader =>
  (db, paths) => {
    const changes = [...states].flatMap(([entity, ofKind]) =>
      [...ofKind].map(([id, state]) => ({ id, entity, recordId: id, code: state?.record.code ?? null })),
    );
    return createIdReader(changes, readIdsByCode)(db, paths);
  };

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

const idOf = ({ id, recordId }: SetItem): number => recordId ?? toFutureId(id);

type States = Map<EntityKey, Map<number, StoredRecord | undefined>>;

const statesOf = (states: States, { key }: Entity) => states.get(key) ?? new Map<number, StoredRecord | undefined>();

async function readItemsOfSets(db: Database, sets: StoredSet[]): Promise<Map<number, SetItem[]>> {
  const ids = sets.map(({ id }) => id);
  const counts = await countItemsOf(db, sets);
  let total = 0;
  for (const { id, due_time } of sets) {
    total += counts.get(id) ?? 0;
    if (total > MAX_ITEMS && due_time) {
      const parameters = { limit: new Date(due_time.getTime() - 1).toISOString() };
      throw invalid({ pointer: '/query/asOf', rule: 'maximum', parameters });
    }
  }
  const items = new Map<number, SetItem[]>(ids.map((id) => [id, []]));
  for (const row of await db('proposal').whereIn('change_set_id', ids).orderBy('id'))
    items.get(row.change_set_id)?.push(toSetItem(row));
  return items;
}

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

/** What is stored of the records that items change, by `entity id`. */
interface StoredStates {
  records: Map<string, StoredRecord>;
  /** Of the deleted records that items bring back. */
  deletions: Map<string, Deletion>;
}

async function readStoredStates(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  items: SetItem[],
): Promise<StoredStates> {
  const stored: StoredStates = { records: new Map(), deletions: new Map() };
  for (const key of new Set(items.map(({ entity }) => entity))) {
    const entity = entityByKey(crud, key);
    const ofKind = items.filter((item) => item.entity === key);
    const ids = ofKind.flatMap(({ recordId }) => recordId ?? []);
    // computing warnings takes longer than reading the records
    const { warnings: _, ...withoutWarnings } = entity;
    for (const each of await toStoredRecords(db, withoutWarnings, await db(entity.table).whereIn('id', ids)))
      stored.records.set(`${key} ${each.record.id}`, each);
    const revivedIds = ofKind.filter(revivesRecord).flatMap(({ recordId }) => recordId ?? []);
    for (const [id, deletion] of await readDeletions(db, key, revivedIds))
      stored.deletions.set(`${key} ${id}`, deletion);
  }
  return stored;
}

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
  const creationIds = new Set(items.flatMap(({ id, action }) => (action === 'create' ? [-id] : [])));
  const changes: KindChange[] = [];
  const refused: Refusal[] = [];
  for (const item of items) {
    const entity = entityByKey(crud, item.entity);
    const key = `${item.entity} ${item.recordId}`;
    const earlier = states.get(item.entity);
    const id = item.recordId ?? 0;
    const current = earlier?.has(id) ? earlier.get(id) : stored.records.get(key);
    const { conflicts, ...change } = evaluateItem(entity, item, current, stored.deletions.get(key));
    const eventProblem = problemOfEvent(change);
    const problems = eventProblem ? [...conflicts, eventProblem] : [...conflicts];
    if (isComplete) problems.push(...findMissingCreations(change, creationIds));
    if (problems.length > 0) refused.push({ item, outcome: 'refused', problems });
    changes.push({ entity, change });
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

/** Finds references to records that neither exist then nor are created by the set. */
const findMissingCreations = ({ values }: SetChange, creationIds: ReadonlySet<number>): ItemProblem[] =>
  Object.entries(values?.refs ?? {})
    .filter(([, id]) => id < 0 && !creationIds.has(id))
    .map(([pointer]) => ({ pointer, rule: 'unknownReference' }));

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
    id: idOf(item),
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
