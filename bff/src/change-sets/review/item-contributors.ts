import type { Knex } from 'knex';
import type { CrudContext, Entity } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { type Proposal, readOpenProposals } from '#crud/review/proposals.ts';
import { type Database, executeUnprepared } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { findReplacedProposals } from '../release/replaced-proposals.ts';
import { type SetItem, toSetItem } from '../set-items.ts';
import { querySets } from '../stored-set.ts';

/**
 * Finds who must not approve each of these items where a second person is needed, besides the contributors to its set, by item id: whoever
 * has written to its record since that was last approved, has proposed to change a field that the item changes, or has contributed to
 * values that the item brings back although nobody has approved them. Where the set was approved at `decideTime`, proposals made since do
 * not count, as they stay open.
 */
export async function findItemContributors(
  db: Database,
  entity: Entity,
  items: SetItem[],
  decideTime?: Date | null,
): Promise<Map<number, Set<number>>> {
  const recordIds = items.flatMap(({ recordId }) => recordId ?? []);
  const contributors = new Map(items.map(({ id, contributorIds }) => [id, new Set(contributorIds)]));
  if (recordIds.length === 0) return contributors;
  const sql = 'SELECT record_id, user_id FROM review_writer WHERE entity = ? AND record_id IN (?)';
  const writers = await executeUnprepared<{ record_id: number; user_id: number }[]>(db, sql, [entity.key, recordIds]);
  const itemsOf = new Map<number, SetItem[]>();
  for (const item of items) {
    const id = item.recordId ?? 0;
    itemsOf.set(id, [...(itemsOf.get(id) ?? []), item]);
  }
  for (const { record_id: id, user_id: userId } of writers)
    for (const item of itemsOf.get(id) ?? []) contributors.get(item.id)?.add(userId);

  const open = await readOpenProposals(db, entity, recordIds);
  const proposals = open.filter(({ time }) => !decideTime || time <= decideTime);
  const affected = proposals.flatMap(({ recordId }) => itemsOf.get(recordId) ?? []);
  const replaced = await findReplacedProposals(db, entity, affected, { decideTime: decideTime ?? undefined });
  for (const proposal of proposals)
    for (const item of itemsOf.get(proposal.recordId) ?? [])
      if (replaced.has(item.id) || changesSameField(item, proposal))
        for (const userId of [proposal.authorId, ...proposal.contributorIds]) contributors.get(item.id)?.add(userId);
  return contributors;
}

/** Whether both change a field, be it to the same value, or both delete the record. */
function changesSameField(item: SetItem, proposal: Proposal): boolean {
  if (item.action === 'delete') return proposal.action === 'delete';
  if (!item.after || !proposal.after) return false;
  const proposed = changedPointers(proposal.base.fields, proposal.after.fields);
  return changedPointers(item.base.fields, item.after.fields).some((pointer) => proposed.includes(pointer));
}

/**
 * Finds the submitted sets that a user must not approve where a second person is needed, though they have contributed nothing to the sets
 * themselves, by id.
 */
export async function findSetsWithEarlierWork(
  { entities }: Pick<CrudContext, 'entities'>,
  db: Database,
  userId: number,
  reviewedKinds: ReadonlySet<EntityKey>,
): Promise<Set<number>> {
  const submittedIds: number[] = await querySets(db).where('status', 'submitted').pluck('id');
  if (submittedIds.length === 0) return new Set();
  // by ids, as a join with the sets makes the database read the items of all of them
  const queryReviewedItems = () =>
    db('proposal AS item')
      .whereIn('item.change_set_id', submittedIds)
      .whereIn('item.entity', [...reviewedKinds]);
  const ofRecord = (table: string) => ({
    [`${table}.entity`]: 'item.entity',
    [`${table}.record_id`]: 'item.record_id',
  });
  const readWritten: Promise<number[]> = queryReviewedItems()
    .join('review_writer AS writer', ofRecord('writer'))
    .where('writer.user_id', userId)
    .distinct()
    .pluck('item.change_set_id');
  const isAmong = (ids: string) => db.raw('JSON_CONTAINS(??, CAST(? AS CHAR))', [ids, userId]);
  const readRestored: Promise<number[]> = queryReviewedItems()
    .where(isAmong('item.contributor_ids'))
    .distinct()
    .pluck('item.change_set_id');
  const readProposed: Promise<Record<string, unknown>[]> = queryReviewedItems()
    .join('proposal AS own', ofRecord('own'))
    .where('own.open', 1)
    .where((any: Knex.QueryBuilder) => any.where('own.author_id', userId).orWhere(isAmong('own.contributor_ids')))
    .select('item.*');
  const [writtenIds, restoredIds, proposedRows] = await Promise.all([readWritten, readRestored, readProposed]);
  const setIds = new Set([...writtenIds, ...restoredIds]);
  for (const entity of entities) {
    const rows = proposedRows.filter((row) => row.entity === entity.key);
    if (rows.length === 0) continue;
    const contributors = await findItemContributors(db, entity, rows.map(toSetItem));
    for (const row of rows) if (contributors.get(Number(row.id))?.has(userId)) setIds.add(Number(row.change_set_id));
  }
  return setIds;
}
