import { type Database, executeText, insertMissing, type Statement, type Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Crud, Entity, EntityRecord } from './model.ts';
import type { Proposal, ProposalAction } from './proposals.ts';

// The people whose writes a record holds since it last became pending: none of them may approve or reject it.

/** The record holds work of this person; nothing where the service itself wrote, which is nobody. */
export const addWriterStatements = (entity: EntityKey, recordId: number, userId: number | null): Statement[] =>
  userId === null
    ? []
    : [
        {
          sql: 'INSERT IGNORE INTO review_writer (entity, record_id, user_id) VALUES (?, ?, ?)',
          values: [entity, recordId, userId],
        },
      ];

/** Each record holds work of each of these people. */
export async function addWriters(
  trx: Transaction,
  entity: EntityKey,
  recordIds: number[],
  userIds: number[],
): Promise<void> {
  const rows = recordIds.flatMap((record_id) => userIds.map((user_id) => ({ entity, record_id, user_id })));
  await insertMissing(trx, 'review_writer', rows);
}

export const clearWriterStatements = (entity: EntityKey, recordId: number): Statement[] => [
  { sql: 'DELETE FROM review_writer WHERE entity = ? AND record_id = ?', values: [entity, recordId] },
];

/** Those of the records that hold work of this user. */
async function readContributedIds(db: Database, entity: EntityKey, ids: number[], userId: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const sql = 'SELECT record_id FROM review_writer WHERE entity = ? AND user_id = ? AND record_id IN (?)';
  const rows = await executeText<{ record_id: number }[]>(db, sql, [entity, userId, ids]);
  return rows.map((row) => row.record_id);
}

/** Whether a kind's review keeps those who wrote from deciding. */
export const needsSecondPerson = (review: Schemas['Review']): boolean => review !== 'none';

/**
 * Those of the records that hold work of this user, who may not decide on them; none where the kind wants no second person.
 * The service itself (null) is no second person.
 */
export async function findSelfReviewIds(
  crud: Pick<Crud, 'review'>,
  db: Database,
  entity: Entity,
  ids: number[],
  userId: number | null,
): Promise<number[]> {
  if (!needsSecondPerson(await crud.review(entity.key, db))) return [];
  return userId === null ? ids : readContributedIds(db, entity.key, ids, userId);
}

/** Whether this user wrote the proposal, alone or with others. */
export const hasProposed = ({ authorId, contributorIds }: Proposal, userId: number): boolean =>
  authorId === userId || contributorIds.includes(userId);

/** Whether this user wrote the proposal, or work that its record holds, where the kind wants a second person. */
export async function isSelfReview(
  crud: Pick<Crud, 'review'>,
  db: Database,
  entity: Entity,
  proposal: Proposal,
  userId: number,
): Promise<boolean> {
  if (!needsSecondPerson(await crud.review(entity.key, db))) return false;
  return (
    hasProposed(proposal, userId) || (await readContributedIds(db, entity.key, [proposal.recordId], userId)).length > 0
  );
}

const APPROVED_STATUSES = new Set<Schemas['Status']>(['approved', 'active', 'inactive']);

/** Whether somebody has approved the record, as nothing but a complete one may stay. */
export const hasBeenApproved = ({ status }: Pick<EntityRecord, 'status'>) => APPROVED_STATUSES.has(status);

/** Whether a change to this record must wait for a second person, as the kind's review is. */
export const needsSecondApproval = (review: Schemas['Review'], record: EntityRecord, action: ProposalAction) =>
  review !== 'none' && (action === 'delete' ? record.status === 'active' : hasBeenApproved(record));

/** Whether a change to this record must wait for a second person. */
export const mustPropose = async (
  crud: Crud,
  trx: Transaction,
  entity: Entity,
  record: EntityRecord,
  action: ProposalAction,
) => needsSecondApproval(await crud.review(entity.key, trx), record, action);
