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

/** Counts the active subscribers that changes would reach, with what each of them would receive. */
export async function readSubscribersReached(
  db: Database,
  changes: RecordLogChange[],
  caller: Caller,
): Promise<Schemas['ImpactOnSubscribers']> {
  const rows: SubscriberRow[] = await db({ lane: 'sync_lane' })
    .join('subscriber', 'subscriber.id', 'lane.subscriber_id')
    .whereIn('lane.entity', [...new Set(changes.map(({ entity }) => entity))])
    .where('subscriber.active', 1)
    .orderBy('subscriber.name')
    .select('subscriber.id', 'subscriber.name', 'subscriber.filter', 'lane.entity');
  const countOf = await createCounter(db, changes, rows);
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

/** Counts once for all subscribers that have the same filter. */
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
  return (filter, entity) => counts.get(`${entity} ${filter}`) ?? { enter: 0, update: 0, leave: 0 };
}
