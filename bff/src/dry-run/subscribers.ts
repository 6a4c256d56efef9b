import { fieldOf } from '#crud/entity.ts';
import type { CrudContext, Entity, Rename } from '#crud/model.ts';
import { countReferrersOfKind, referringEntities } from '#crud/renames.ts';
import { type Database, fromJson } from '#database';
import { type Delivery, deliveryOf, loadChangeFilter, type StoredFilter } from '#feed/read-feed.ts';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import type { RecordLogChange } from '#record-log/append.ts';

type Counts = Record<Delivery, number>;

interface SubscriberRow {
  id: number;
  name: string;
  filter: string | null;
  entity: EntityKey;
}

/** What is written at once, and the renames whose referrers a task would update later. */
interface Writes {
  changes: RecordLogChange[];
  queuedRenames: Rename[];
}

/** Counts the active subscribers that changes would reach, with what each of them would receive. */
export async function readSubscribersReached(
  crud: Pick<CrudContext, 'entities'>,
  db: Database,
  { changes, queuedRenames }: Writes,
  caller: Caller,
): Promise<Schemas['ImpactOnSubscribers']> {
  const referring = referringEntities(crud, queuedRenames);
  const rows: SubscriberRow[] = await db({ lane: 'sync_lane' })
    .join('subscriber', 'subscriber.id', 'lane.subscriber_id')
    .whereIn('lane.entity', [...new Set([...changes.map(({ entity }) => entity), ...referring.map(({ key }) => key)])])
    .where('subscriber.active', 1)
    .orderBy('subscriber.name')
    .select('subscriber.id', 'subscriber.name', 'subscriber.filter', 'lane.entity');
  const countOf = await createCounter(db, changes, rows);
  await addReferenceUpdates(db, { referring, queuedRenames }, rows, countOf);
  const reached = new Map<number, Schemas['ImpactOnSubscriber']>();
  for (const { id, name, filter, entity } of rows) {
    const counts = countOf(filter, entity);
    const { enter, update, leave } = reached.get(id) ?? { enter: 0, update: 0, leave: 0 };
    if (counts.enter + counts.update + counts.leave === 0) continue;
    reached.set(id, {
      id,
      name,
      enter: enter + counts.enter,
      update: update + counts.update,
      leave: leave + counts.leave,
    });
  }
  const items = [...reached.values()];
  const countWith = (delivery: Delivery) => items.filter((each) => each[delivery] > 0).length;
  return {
    total: items.length,
    enter: countWith('enter'),
    update: countWith('update'),
    leave: countWith('leave'),
    ...(caller.may('data_subscriber:read') && { items }),
  };
}

/** Counts once for all subscribers that have the same filter; the counts may be added to. */
async function createCounter(
  db: Database,
  changes: RecordLogChange[],
  rows: SubscriberRow[],
): Promise<(filter: string | null, entity: EntityKey) => Counts> {
  const counts = new Map<string, Counts>();
  for (const filter of new Set(rows.map((row) => row.filter))) {
    const passes = await loadChangeFilter(db, fromJson<StoredFilter | null>(filter));
    for (const change of changes) {
      const key = `${change.entity} ${filter}`;
      const ofFilter = counts.get(key) ?? { enter: 0, update: 0, leave: 0 };
      const delivery = deliveryOf(change, passes);
      if (delivery) ofFilter[delivery] += 1;
      counts.set(key, ofFilter);
    }
  }
  return (filter, entity) => {
    const key = `${entity} ${filter}`;
    const ofFilter = counts.get(key) ?? { enter: 0, update: 0, leave: 0 };
    counts.set(key, ofFilter);
    return ofFilter;
  };
}

/**
 * Adds the new versions of records that refer to renamed ones, which the database counts, as they may be many. They change codes only, by
 * which no filter decides, so each of them is an update for all subscribers that have the record.
 */
async function addReferenceUpdates(
  db: Database,
  { referring, queuedRenames }: { referring: Entity[]; queuedRenames: Rename[] },
  rows: SubscriberRow[],
  countOf: (filter: string | null, entity: EntityKey) => Counts,
): Promise<void> {
  for (const entity of referring) {
    const filters = new Set(rows.flatMap((row) => (row.entity === entity.key ? [row.filter] : [])));
    for (const filter of filters) {
      const condition = toCondition(entity, fromJson<StoredFilter | null>(filter) ?? {});
      countOf(filter, entity.key).update += await countReferrersOfKind(db, entity, queuedRenames, condition);
    }
  }
}

/** Returns a subscriber's filter as a condition on the row `own` of a record. */
function toCondition(entity: Entity, { statuses, countries }: StoredFilter) {
  const conditions: [string, unknown[]][] = [];
  if (statuses) conditions.push(['own.status IN (?)', [statuses]]);
  const [country, list] = [fieldOf(entity, 'country'), fieldOf(entity, 'countries')?.referenceList];
  if (countries && entity.key === 'country') conditions.push(['own.id IN (?)', [countries]]);
  else if (countries && country) conditions.push(['own.?? IN (?)', [country.column, countries]]);
  else if (countries && list)
    conditions.push([
      'EXISTS (SELECT 1 FROM ?? AS entry WHERE entry.record_id = own.id AND entry.target_id IN (?))',
      [list.table, countries],
    ]);
  return {
    sql: conditions.map(([sql]) => sql).join(' AND ') || 'TRUE',
    values: conditions.flatMap(([, values]) => values),
  };
}
