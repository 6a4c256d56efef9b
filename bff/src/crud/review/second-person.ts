import type { CrudContext, Entity, EntityRecord } from '#crud/model.ts';
import { type Database, executeUnprepared, insertMissing, type Statement, type Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Proposal, ProposalAction } from './proposals.ts';

// `review_writer` lists the contributors of each record: the users who have written to it since its last approval, or since it was created,
// and therefore must not approve or reject it. Approving a proposal clears the list as well, since it approves the record together with the change.
// `approved_contributor` keeps who was cleared, by the version that approved the record (see `earlier-contributors.ts`).

/** Returns the statements that add a user to a record's contributors; none for the service itself (null). */
export const addContributorStatements = (entity: EntityKey, recordId: number, userId: number | null): Statement[] =>
  userId === null
    ? []
    : [
        {
          sql: 'INSERT IGNORE INTO review_writer (entity, record_id, user_id) VALUES (?, ?, ?)',
          values: [entity, recordId, userId],
        },
      ];

/** Adds each user to the contributors of each record. */
export async function addContributors(
  trx: Transaction,
  entity: EntityKey,
  recordIds: number[],
  userIds: number[],
): Promise<void> {
  const rows = recordIds.flatMap((record_id) => userIds.map((user_id) => ({ entity, record_id, user_id })));
  await insertMissing(trx, 'review_writer', rows);
}

/** Returns the statements that clear a record's contributors, and keep them with its next version, which approves the record. */
export const clearContributorStatements = (
  entity: EntityKey,
  { id, version }: Pick<EntityRecord, 'id' | 'version'>,
): Statement[] => [
  {
    sql: `INSERT IGNORE INTO approved_contributor (entity, record_id, version, user_id)
      SELECT entity, record_id, ?, user_id FROM review_writer WHERE entity = ? AND record_id = ?`,
    values: [version + 1, entity, id],
  },
  { sql: 'DELETE FROM review_writer WHERE entity = ? AND record_id = ?', values: [entity, id] },
];

/** Clears the contributors of those records that have been approved, and keeps them with their versions. */
export async function clearApprovedContributors(trx: Transaction, entity: Entity, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const ofApproved = `FROM review_writer AS writer JOIN ?? AS record ON record.id = writer.record_id
    WHERE writer.entity = ? AND writer.record_id IN (?) AND record.status IN (?)`;
  const values = [entity.table, entity.key, ids, [...APPROVED_STATUSES]];
  await trx.raw(
    `INSERT IGNORE INTO approved_contributor (entity, record_id, version, user_id)
     SELECT writer.entity, writer.record_id, record.version, writer.user_id ${ofApproved}`,
    values,
  );
  await trx.raw(`DELETE writer ${ofApproved}`, values);
}

/** Returns the ids of records that this user has written to. */
async function readContributedIds(db: Database, entity: EntityKey, ids: number[], userId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const sql = 'SELECT record_id FROM review_writer WHERE entity = ? AND user_id = ? AND record_id IN (?)';
  const rows = await executeUnprepared<{ record_id: number }[]>(db, sql, [entity, userId, ids]);
  return rows.map((row) => row.record_id);
}

/** Whether an entity's review setting requires a second person. */
export const needsSecondPerson = (review: Schemas['Review']): boolean => review !== 'none';

/**
 * Returns the ids of the records that this user has written to and therefore must not decide on; none if the entity needs no second
 * person. The service itself (null) never counts as a second person, so it must not decide on any of them.
 */
export async function findSelfReviewIds(
  crud: Pick<CrudContext, 'reviewSetting'>,
  db: Database,
  entity: Entity,
  ids: number[],
  userId: number | null,
): Promise<number[]> {
  if (!needsSecondPerson(await crud.reviewSetting(entity.key, db))) return [];
  return userId === null ? ids : readContributedIds(db, entity.key, ids, userId);
}

/** Whether this user wrote the proposal, or contributed to its values. */
export const hasProposed = ({ authorId, contributorIds }: Proposal, userId: number): boolean =>
  authorId === userId || contributorIds.includes(userId);

/** Whether the entity requires a second person and this user contributed to the proposal or its record. */
export async function isSelfReview(
  crud: Pick<CrudContext, 'reviewSetting'>,
  db: Database,
  entity: Entity,
  proposal: Proposal,
  userId: number,
): Promise<boolean> {
  if (!needsSecondPerson(await crud.reviewSetting(entity.key, db))) return false;
  return (
    hasProposed(proposal, userId) || (await readContributedIds(db, entity.key, [proposal.recordId], userId)).length > 0
  );
}

const APPROVED_STATUSES = new Set<Schemas['Status']>(['approved', 'active', 'inactive']);

/** Whether the record has been approved, so that it must stay complete. */
export const hasBeenApproved = ({ status }: Pick<EntityRecord, 'status'>) => APPROVED_STATUSES.has(status);

/** Whether a change to this record needs the approval of a second person under this review setting. */
export const needsSecondApproval = (review: Schemas['Review'], record: EntityRecord, action: ProposalAction) =>
  review !== 'none' && (action === 'delete' ? record.status === 'active' : hasBeenApproved(record));

/** Whether a change to this record needs the approval of a second person, so that it becomes a proposal. */
export const mustPropose = async (
  crud: CrudContext,
  trx: Transaction,
  entity: Entity,
  record: EntityRecord,
  action: ProposalAction,
) => needsSecondApproval(await crud.reviewSetting(entity.key, trx), record, action);
