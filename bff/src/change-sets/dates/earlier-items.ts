import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { queryVisibleSets } from '../query-sets.ts';
import { findChangedFields } from '../release/changed-fields.ts';
import { type EarlierChange, toSetItem } from '../set-items.ts';
import { inOrderOfRelease, type StoredSet } from '../stored-set.ts';
import { readStateAfter } from './forecast.ts';

interface LaterChange {
  entity: Entity;
  recordId: number;
  /** The set that has the change. */
  setId: number;
  basedOn: readonly Schemas['ItemVersion'][];
}

/** The state that a record will have, and the changes that lead to it, in the order in which they take effect. */
export interface StateBefore {
  state: StoredRecord;
  changes: EarlierChange[];
}

/**
 * Reads the state that a record will have before a set with a date changes it: after the items that its author has seen.
 * @throws Problem 422 for an item that has changed since, that takes effect later, or whose set would be held, and where the set has no date
 */
export async function readStateBefore(
  crud: CrudContext,
  trx: Transaction,
  { entity, recordId, setId, basedOn }: LaterChange,
  caller: Caller,
): Promise<StateBefore> {
  const { due_time: dueTime } = await trx('change_set').where('id', setId).first('due_time');
  if (dueTime === null) throw invalid({ pointer: '/basedOn', rule: 'notWithEvent' });
  const rows: Record<string, unknown>[] = await trx('proposal')
    .whereIn(
      'id',
      basedOn.map(({ id }) => id),
    )
    .where({ entity: entity.key, record_id: recordId });
  const items = new Map(rows.map((row) => [Number(row.change_set_id), toSetItem(row)]));
  const sets: StoredSet[] = await queryVisibleSets(crud, trx, caller)
    .whereIn('change_set.id', [...items.keys()])
    // editing a scheduled set opens it
    .whereNot('change_set.id', setId)
    .whereIn('status', ['submitted', 'scheduled'])
    .where('due_time', '<=', dueTime)
    .modify(inOrderOfRelease)
    .select('change_set.*');
  const { state, heldIds } = await readStateAfter(crud, trx, sets, { entity, id: recordId });
  const counted = sets.flatMap(({ id }) => {
    const item = heldIds.has(id) ? undefined : items.get(id);
    return item ? [{ changeSetId: id, item }] : [];
  });
  const changed = basedOn.flatMap(({ id, version }, at) =>
    counted.some(({ item }) => item.id === id && item.version === version)
      ? []
      : [{ pointer: `/basedOn/${at}`, rule: 'changedSince' as const }],
  );
  if (changed.length > 0) throw invalid(...changed);
  if (!state) throw invalid({ pointer: '/basedOn', rule: 'changedSince' });
  const changes = counted.map(({ changeSetId, item }) => ({ changeSetId, pointers: findChangedFields(entity, item) }));
  return { state, changes };
}
