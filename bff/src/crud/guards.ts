import type { Database, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import { expectVersion, type IfMatch } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import type { Entity } from './entity.ts';
import type { Proposal } from './proposals.ts';
import { sameButForCodes } from './reference-versions.ts';
import { ownWork } from './review-writers.ts';
import type { Stored } from './rows.ts';
import { lockRecord } from './store.ts';

/** The record, locked; 404 where there is none, 428 without a version, 412 with another than that. */
export async function lockVersion(trx: Transaction, entity: Entity, id: number, ifMatch: IfMatch): Promise<Stored> {
  const stored = await lockRecord(trx, entity, id);
  if (!stored) throw new Problem('notFound');
  await expectRecordVersion(trx, entity, ifMatch, stored);
  return stored;
}

/** As `expectVersion`, of a locked record: versions in which only codes of what it refers to have changed count as one. */
export async function expectRecordVersion(
  trx: Transaction,
  entity: Entity,
  ifMatch: IfMatch,
  { record }: Stored,
): Promise<void> {
  const { id, version } = record;
  if (typeof ifMatch === 'number') {
    const same = await sameButForCodes(trx, entity, [{ id, version, since: ifMatch }]);
    if (same.has(id)) return;
  }
  expectVersion(ifMatch, version, record);
}

/** Whether a kind's review keeps those who wrote from deciding. */
export const isBarring = (review: Schemas['Review']): boolean => review !== 'none';

/**
 * Those of the records that hold work of this user, who may not decide on them; none where the kind wants no second person.
 * The service itself (null) is no second person.
 */
export async function barredFrom(
  crud: Pick<Crud, 'review'>,
  db: Database,
  entity: Entity,
  ids: number[],
  userId: number | null,
): Promise<number[]> {
  if (!isBarring(await crud.review(entity.key, db))) return [];
  return userId === null ? ids : ownWork(db, entity.key, ids, userId);
}

/** Whether this user wrote the proposal, alone or with others. */
export const hasProposed = ({ authorId, contributorIds }: Proposal, userId: number): boolean =>
  authorId === userId || contributorIds.includes(userId);

/** Whether this user wrote the proposal, or work that its record holds, where the kind wants a second person. */
export async function isBarredFromProposal(
  crud: Pick<Crud, 'review'>,
  db: Database,
  entity: Entity,
  proposal: Proposal,
  userId: number,
): Promise<boolean> {
  if (!isBarring(await crud.review(entity.key, db))) return false;
  return hasProposed(proposal, userId) || (await ownWork(db, entity.key, [proposal.recordId], userId)).length > 0;
}
