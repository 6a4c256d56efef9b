import type { CrudContext, Entity, Forecast, StoredRecord } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { queryVisibleSets } from '../query-sets.ts';
import { resolveReferences } from '../release/successors.ts';
import { inOrderOfRelease, type StoredSet } from '../stored-set.ts';
import { releaseInMemory } from './release-in-memory.ts';
import { readStoredSets } from './stored-items.ts';

/**
 * Computes the states that records will have once the sets that are scheduled until a time are released, except for sets that the caller
 * does not see, and those that would be held because a field has changed since, a record is missing or still referred to, or a code is
 * taken. Other rules are not checked, as that takes locks.
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
