import DataLoader from 'dataloader';
import type { CrudContext, Entity, UpcomingChanges } from '#crud/model.ts';
import { loadLabels, mergeLabels } from '#crud/references/labels.ts';
import { type Database, executePrepared } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { type DateColumns, toEffectiveOn } from '../effective-time.ts';
import { changesReferences, type ItemChanges, readStoredChanges, toItemChanges } from '../item-changes.ts';
import { hydrateItems, readCreatedLabels, readSetCodes } from '../item-codes.ts';
import { hasItemsOfSql, kindsHiddenFrom } from '../query-sets.ts';
import { type SetItem, toSetItem } from '../set-items.ts';

type UpcomingChange = UpcomingChanges['upcoming'][number];

/** An item and its set, with the columns that lists and cards show. */
interface UpcomingRow extends DateColumns {
  id: number;
  version: number;
  record_id: number;
  action: SetItem['action'];
  event: SetItem['event'];
  /** What `toStoredChanges` has stored. */
  changes: string | null;
  has_values: 0 | 1;
  set_id: number;
  set_title: string;
  set_status: UpcomingChange['changeSet']['status'];
}

/** The caller sees these sets unless one of their items is of a hidden kind. Ordering the few rows later spares a temporary table. */
const upcomingRowsSql = (recordCount: number, hiddenKinds: EntityKey[]) =>
  `SELECT item.id, item.version, item.record_id, item.action, item.event, item.changes, item.\`after\` IS NOT NULL AS has_values,
     change_set.id AS set_id, change_set.title AS set_title, change_set.status AS set_status, change_set.effective_on, change_set.zone,
     change_set.due_time
   FROM proposal AS item JOIN change_set ON change_set.id = item.change_set_id
   WHERE item.entity = ? AND item.record_id IN (${Array(recordCount).fill('?').join()}) AND item.open IS NULL AND change_set.kind = 'manual'
     AND change_set.status IN ('submitted', 'scheduled') AND change_set.due_time IS NOT NULL
     AND NOT ${hasItemsOfSql(hiddenKinds)}`;

/**
 * Creates a function that reads what submitted and scheduled sets that the caller sees will do to records on their dates, the earliest
 * first.
 */
export function createUpcomingReader(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
): CrudContext['readUpcomingChanges'] {
  const loaders = new Map<string, ReturnType<typeof createRowLoader>>();
  return async (entity, recordIds, caller) => {
    const hiddenKinds = kindsHiddenFrom(crud, caller);
    const key = [entity.key, ...hiddenKinds].join();
    const loader = loaders.get(key) ?? createRowLoader(db, entity.key, hiddenKinds);
    loaders.set(key, loader);
    return toUpcomingChanges(crud, db, entity, await loader.load(recordIds), caller);
  };
}

/** Creates a loader of the rows of pages, which are lists of record ids. Pages in the same turn of the event loop share a statement. */
const createRowLoader = (db: Database, entity: EntityKey, hiddenKinds: EntityKey[]) =>
  new DataLoader<readonly number[], UpcomingRow[]>(
    async (pages) => {
      const ids = [...new Set(pages.flat())];
      // repeated up to a power of two, so that only a few statements are prepared
      const paddedIds = Array.from(
        { length: 2 ** Math.ceil(Math.log2(ids.length)) },
        (_, at) => ids[at] ?? ids[0] ?? 0,
      );
      const sql = upcomingRowsSql(paddedIds.length, hiddenKinds);
      const rows = await executePrepared<UpcomingRow[]>(db, sql, [entity, ...paddedIds, ...hiddenKinds]);
      return pages.map((recordIds) => rows.filter((row) => recordIds.includes(row.record_id)));
    },
    {
      cache: false,
      // runs after all pages that have already been read
      batchScheduleFn: (readAll) => void setImmediate(readAll),
    },
  );

async function toUpcomingChanges(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  entity: Entity,
  rows: UpcomingRow[],
  caller: Caller,
): Promise<UpcomingChanges> {
  if (rows.length === 0) return { upcoming: [], labels: {} };
  const dueAt = ({ due_time }: UpcomingRow) => due_time?.getTime() ?? 0;
  rows.sort((a, b) => dueAt(a) - dueAt(b) || a.set_id - b.set_id);
  const storedOf = new Map(rows.map(({ id, changes, version }) => [id, readStoredChanges(changes, version)]));
  const compared = rows.filter(({ id, has_values }) => has_values === 1 && !storedOf.get(id));
  const { changesOf, labels } = await compareItems(crud, db, entity, compared, caller);
  const upcoming = rows.map((row) => toUpcomingChange(row, storedOf.get(row.id) ?? changesOf.get(row.id)));
  return { upcoming, labels };
}

/** Compares the values of items, with the codes that referenced records have on their dates, and reads the names of these records. */
async function compareItems(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  entity: Entity,
  rows: UpcomingRow[],
  caller: Caller,
): Promise<{ changesOf: ReadonlyMap<number, ItemChanges>; labels: UpcomingChanges['labels'] }> {
  if (rows.length === 0) return { changesOf: new Map(), labels: {} };
  const ids = rows.map(({ id }) => id);
  const items = (await db('proposal').whereIn('id', ids)).map(toSetItem);
  const changing = items.filter(({ base, after }) => after && changesReferences(base, after));
  const { hydrated, labels } = await readCodes(crud, db, entity, { items: changing, rows }, caller);
  const changesOf = new Map<number, ItemChanges>();
  for (const item of items) {
    const { base, after } = hydrated.get(item.id) ?? item;
    if (after) changesOf.set(item.id, toItemChanges(base, after));
  }
  return { changesOf, labels };
}

async function readCodes(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  entity: Entity,
  { items, rows }: { items: SetItem[]; rows: UpcomingRow[] },
  caller: Caller,
): Promise<{ hydrated: ReadonlyMap<number, SetItem>; labels: UpcomingChanges['labels'] }> {
  if (items.length === 0) return { hydrated: new Map(), labels: {} };
  const setOf = new Map(
    rows.map(({ id, set_id, set_status: status, due_time }) => [id, { id: set_id, status, due_time }]),
  );
  const sets = new Map(items.flatMap(({ id }) => setOf.get(id) ?? []).map((set) => [set.id, set]));
  const codes = await readSetCodes(crud, db, [...sets.values()], caller);
  const hydrated = await hydrateItems(
    db,
    entity,
    items.map((item) => ({ item, codes: codes.get(setOf.get(item.id)?.id ?? 0) })),
  );
  const afterStates = hydrated.flatMap(({ after }) => after ?? []);
  const labels = mergeLabels(
    await loadLabels(db, entity, afterStates, caller),
    await readCreatedLabels(crud, db, hydrated, caller),
  );
  return { hydrated: new Map(hydrated.map((item) => [item.id, item])), labels };
}

function toUpcomingChange(row: UpcomingRow, changes: ItemChanges | undefined): UpcomingChange {
  const { action, event, record_id: recordId, set_id, set_title: title, set_status: status } = row;
  if (action === 'create') throw new Error('A set creates a record that exists.');
  return {
    recordId,
    changeSet: { id: set_id, title, status },
    item: { id: row.id, version: row.version },
    effectiveOn: toEffectiveOn(row) ?? '',
    effectiveTime: row.due_time?.toISOString() ?? '',
    action,
    event,
    changes: changes?.pointers ?? [],
    values: changes?.values ?? null,
  };
}
