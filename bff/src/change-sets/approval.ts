import { readActiveUserRights, readRightsByUser } from '#access/rights.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { readOpenProposals } from '#crud/review/proposals.ts';
import { findSelfReviewIds, hasProposed, needsSecondPerson } from '#crud/review/second-person.ts';
import type { Database, Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { SetItem } from './set-items.ts';

/** A set whose approval is in question. */
interface ReviewedSet {
  items: SetItem[];
  /** The ids of the users who contributed to it. */
  writerIds: number[];
}

const kindsOf = (crud: CrudContext, items: SetItem[]): Entity[] =>
  [...new Set(items.map(({ entity }) => entity))].map((key) => entityByKey(crud, key));

/** Returns those kinds of a set that need a second person now. */
async function findReviewedKinds(crud: CrudContext, db: Database, items: SetItem[]): Promise<Entity[]> {
  const reviewed: Entity[] = [];
  for (const entity of kindsOf(crud, items))
    if (needsSecondPerson(await crud.reviewSetting(entity.key, db))) reviewed.push(entity);
  return reviewed;
}

/** @throws Problem 403 without the permission to review every kind */
export function assertMayReview(items: SetItem[], caller: Caller): void {
  assertMay(caller, ...items.map(({ entity }) => `${entity}:review`));
}

/**
 * @throws Problem `secondPerson`, where a kind needs one, for whoever contributed to the set, to one of its records since the last
 * approval, or to an open proposal that the set replaces; where it was approved at `decideTime`, later proposals stay open
 */
export async function assertSecondPerson(
  crud: CrudContext,
  trx: Transaction,
  { items, writerIds }: ReviewedSet,
  caller: Pick<Caller, 'id'>,
  decideTime?: Date | null,
): Promise<void> {
  const reviewedKinds = await findReviewedKinds(crud, trx, items);
  if (reviewedKinds.length > 0 && writerIds.includes(caller.id)) throw new Problem('secondPerson');
  for (const entity of reviewedKinds) {
    const ids = items.flatMap((item) => (item.entity === entity.key ? (item.recordId ?? []) : []));
    const ownIds = await findSelfReviewIds(crud, trx, entity, ids, caller.id);
    const proposals = (await readOpenProposals(trx, entity, ids)).filter(
      ({ time }) => !decideTime || time <= decideTime,
    );
    if (ownIds.length > 0 || proposals.some((proposal) => hasProposed(proposal, caller.id)))
      throw new Problem('secondPerson');
  }
}

/**
 * Asserts that the approval of a set still holds under the settings and roles of today. It outlives the account of the approver.
 * @throws Problem
 */
export async function assertStillApproved(
  crud: CrudContext,
  trx: Transaction,
  reviewed: ReviewedSet,
  approver: { id: number; decideTime: Date | null },
): Promise<void> {
  await assertSecondPerson(crud, trx, reviewed, approver, approver.decideTime);
  const rights = await readActiveUserRights(trx, approver.id);
  if (!rights || rights.administrator) return;
  const granted = new Set(rights.permissions);
  const permissions = kindsOf(crud, reviewed.items).map(({ key }) => `${key}:review`);
  if (permissions.some((permission) => !granted.has(permission))) throw new Problem('approvalLost');
}

/** Returns the ids of the users who may approve a set as a second person; undefined where it needs none. @throws Problem `nobodyToApprove` if there is none */
export async function findReviewerIds(
  crud: CrudContext,
  db: Database,
  { items, writerIds }: ReviewedSet,
): Promise<number[] | undefined> {
  if ((await findReviewedKinds(crud, db, items)).length === 0) return undefined;
  const others: number[] = await db('user').where('status', 'active').whereNotIn('id', writerIds).pluck('id');
  const permissions = kindsOf(crud, items).map(({ key }) => `${key}:review`);
  const reviewerIds = [...(await readRightsByUser(db, others))].flatMap(([id, rights]) => {
    const granted = new Set(rights.permissions);
    return rights.administrator || permissions.every((permission) => granted.has(permission)) ? [id] : [];
  });
  if (reviewerIds.length === 0) throw new Problem('nobodyToApprove');
  return reviewerIds;
}
