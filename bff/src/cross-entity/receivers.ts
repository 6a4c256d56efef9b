import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { readOpenProposal } from '#crud/review/proposals.ts';
import { readRecord } from '#crud/rows.ts';
import { type Database, fromJson } from '#database';
import { loadChangeFilter, type RecordState } from '#feed/read-feed.ts';
import type { EntityKey } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';

/**
 * Counts the active subscribers that would receive the approval of what waits: those that take the entity and whose filter lets the record
 * pass before or after it.
 * @throws Problem 404
 */
export async function countReceivers(crud: Pick<CrudContext, 'db' | 'entities'>, key: EntityKey, id: number) {
  const { db } = crud;
  const entity = entityByKey(crud, key);
  const [stored, proposal] = await Promise.all([readRecord(db, entity, id), readOpenProposal(db, entity, id)]);
  if (!stored) throw new Problem('notFound');
  const after = proposal ? proposal.after : { fields: { ...stored.record, status: 'approved' }, refs: stored.refs };
  const states = [toState(entity, stored), ...(after ? [toState(entity, stored, after)] : [])];
  let receivers = 0;
  for (const { filter, count } of await readFilters(db, key)) {
    const passes = await loadChangeFilter(db, fromJson(filter));
    if (states.some(passes)) receivers += count;
  }
  return receivers;
}

/** The record as it is, or with other values. */
function toState(entity: Entity, { record, refs }: StoredRecord, values?: ResolvedValues): RecordState {
  return {
    entity: entity.key,
    recordId: record.id,
    record: { ...record, ...values?.fields },
    refs: values?.refs ?? refs,
  };
}

/** Reads the distinct filters of the active subscribers that take an entity, with the number of subscribers that have each. */
async function readFilters(db: Database, key: EntityKey): Promise<{ filter: string | null; count: number }[]> {
  const rows: { filter: string | null; n: number }[] = await db({ lane: 'sync_lane' })
    .join('subscriber', 'subscriber.id', 'lane.subscriber_id')
    .where({ 'lane.entity': key, 'subscriber.active': 1 })
    .groupBy('subscriber.filter')
    .select('subscriber.filter')
    .count({ n: '*' });
  return rows.map(({ filter, n }) => ({ filter, count: Number(n) }));
}
