import type { CrudContext, Entity, UpcomingChanges } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { loadLabels, mergeLabels } from '#crud/references/labels.ts';
import { referenceFields } from '#crud/references/reference-paths.ts';
import type { Database } from '#database';
import { unescapeKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { toEffectiveOn } from '../effective-time.ts';
import { differingPointers } from '../engine/item.ts';
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
  const withCodes = upcomingItems.filter(({ item }) => changesReferences(entity, item));
  const { hydrated, labels } = await readCodes(crud, db, entity, withCodes, caller);
  const upcoming = upcomingItems.map(({ item, set }) => toUpcomingChange({ set, item: hydrated.get(item.id) ?? item }));
  return { upcoming, labels };
}

/** Whether the item changes a field that refers to other records, whose codes may be other ones than when it was written. */
function changesReferences(entity: Entity, { base, after }: SetItem): boolean {
  if (!after) return false;
  const names = new Set(referenceFields(entity).map(({ name }) => name));
  return differingPointers(base, after).some((pointer) => names.has(pointer.split('/')[1] ?? ''));
}

/** Reads items with the codes that referenced records have on their dates, by the item's id, and the names of these records. */
async function readCodes(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  entity: Entity,
  upcomingItems: UpcomingItem[],
  caller: Caller,
): Promise<{ hydrated: ReadonlyMap<number, SetItem>; labels: UpcomingChanges['labels'] }> {
  if (upcomingItems.length === 0) return { hydrated: new Map(), labels: {} };
  const sets = new Map(upcomingItems.map(({ set }) => [set.id, set]));
  const codes = await readSetCodes(crud, db, [...sets.values()], caller);
  const items = await hydrateItems(
    db,
    entity,
    upcomingItems.map(({ item, set }) => ({ item, codes: codes.get(set.id) })),
  );
  const afterStates = items.flatMap(({ after }) => after ?? []);
  const labels = mergeLabels(
    await loadLabels(db, entity, afterStates, caller),
    await readCreatedLabels(crud, db, items, caller),
  );
  return { hydrated: new Map(items.map((item) => [item.id, item])), labels };
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
