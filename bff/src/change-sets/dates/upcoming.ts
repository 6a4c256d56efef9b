import type { CrudContext, Entity, UpcomingChanges } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { loadLabels, mergeLabels } from '#crud/references/labels.ts';
import type { Database } from '#database';
import { unescapeKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { toEffectiveOn } from '../effective-time.ts';
import { hydrateItems, readCreatedLabels, readSetCodes } from '../item-codes.ts';
import { queryVisibleSets } from '../query-sets.ts';
import { type SetItem, toSetItem } from '../set-items.ts';
import type { StoredSet } from '../stored-set.ts';

type UpcomingChange = UpcomingChanges['upcoming'][number];

/** An item with the columns of its set that lists and cards show. */
interface UpcomingItem {
  item: SetItem;
  set: Pick<StoredSet, 'effective_on' | 'zone' | 'due_time'> & UpcomingChange['changeSet'];
}

/** Reads what submitted and scheduled sets that the caller sees will do to these records on their dates, the earliest first. */
export async function readUpcomingChanges(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  entity: Entity,
  recordIds: number[],
  caller: Caller,
): Promise<UpcomingChanges> {
  const upcomingItems = await readUpcomingItems(crud, db, entity, recordIds, caller);
  if (upcomingItems.length === 0) return { upcoming: [], labels: {} };
  const sets = new Map(upcomingItems.map(({ set }) => [set.id, set]));
  const codes = await readSetCodes(crud, db, [...sets.values()], caller);
  const hydrated = await hydrateItems(
    db,
    entity,
    upcomingItems.map(({ item, set }) => ({ item, codes: codes.get(set.id) })),
  );
  const upcoming = upcomingItems.flatMap(({ set }, at) => {
    const item = hydrated[at];
    return item ? [toUpcomingChange({ set, item })] : [];
  });
  const afterStates = hydrated.flatMap(({ after }) => after ?? []);
  const labels = await loadLabels(db, entity, afterStates, caller);
  return { upcoming, labels: mergeLabels(labels, await readCreatedLabels(crud, db, hydrated, caller)) };
}

async function readUpcomingItems(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  { key }: Entity,
  recordIds: number[],
  caller: Caller,
): Promise<UpcomingItem[]> {
  const rows: Record<string, unknown>[] = await queryVisibleSets(crud, db, caller)
    .join('proposal as item', 'item.change_set_id', 'change_set.id')
    .where('item.entity', key)
    .whereIn('item.record_id', recordIds)
    .whereIn('change_set.status', ['submitted', 'scheduled'])
    .whereNotNull('change_set.due_time')
    .orderBy([{ column: 'change_set.due_time' }, { column: 'change_set.id' }])
    .select('item.*', {
      set_title: 'change_set.title',
      set_status: 'change_set.status',
      effective_on: 'change_set.effective_on',
      zone: 'change_set.zone',
      due_time: 'change_set.due_time',
    });
  // the casts: the columns are those of `StoredSet`, of the statuses above
  return rows.map((row) => ({
    item: toSetItem(row),
    set: {
      ...(row as Pick<StoredSet, 'effective_on' | 'zone' | 'due_time'>),
      id: Number(row.change_set_id),
      title: String(row.set_title),
      status: row.set_status as UpcomingChange['changeSet']['status'],
    },
  }));
}

function toUpcomingChange({ item, set }: UpcomingItem): UpcomingChange {
  const { action, event, base, after, recordId } = item;
  if (action === 'create' || recordId === null) throw new Error('A set creates a record that exists.');
  const changes = after ? changedPointers(base.fields, after.fields) : [];
  const names = new Set(changes.map((pointer) => unescapeKey(pointer.split('/')[1] ?? '')));
  return {
    recordId,
    changeSet: { id: set.id, title: set.title, status: set.status },
    item: { id: item.id, version: item.version },
    effectiveOn: toEffectiveOn(set) ?? '',
    effectiveTime: set.due_time?.toISOString() ?? '',
    action,
    event,
    changes,
    values: after && Object.fromEntries([...names].map((name) => [name, after.fields[name] ?? null])),
  };
}
