import { loadReaders, readActiveUserRights } from '#access/rights.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import type { Database, Transaction } from '#database';
import { assertMay, mayRead } from '#http/caller.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { SetItem } from '../set-items.ts';
import { findItemContributors } from './item-contributors.ts';

/** A set whose approval is in question. */
interface ReviewedSet {
  items: SetItem[];
  /** The ids of the users who contributed to it. */
  writerIds: number[];
}

const kindsOf = (crud: CrudContext, items: SetItem[]): Entity[] =>
  [...new Set(items.map(({ entity }) => entity))].map((key) => entityByKey(crud, key));

/** @throws Problem 403 without the permission to review every kind */
export function assertMayReview(items: SetItem[], caller: Caller): void {
  assertMay(caller, ...items.map(({ entity }) => `${entity}:review`));
}

/**
 * @throws Problem `secondPerson`, where a kind needs one, for whoever contributed to the set, to one of its records since the last
 * approval, or to an open proposal for a field that the set changes; where it was approved at `decideTime`, later proposals stay open
 */
export async function assertSecondPerson(
  crud: CrudContext,
  trx: Transaction,
  reviewed: ReviewedSet,
  caller: Pick<Caller, 'id'>,
  decideTime?: Date | null,
): Promise<void> {
  const contributorIds = await findContributorIds(crud, trx, reviewed, decideTime);
  if (contributorIds?.has(caller.id)) throw new Problem('secondPerson');
}

/** Finds the ids of those who must not approve a set, undefined where it needs no second person. */
async function findContributorIds(
  crud: CrudContext,
  db: Database,
  { items, writerIds }: ReviewedSet,
  decideTime?: Date | null,
): Promise<Set<number> | undefined> {
  let contributorIds: Set<number> | undefined;
  for (const entity of kindsOf(crud, items)) {
    if (!needsSecondPerson(await crud.reviewSetting(entity.key, db))) continue;
    contributorIds ??= new Set(writerIds);
    const ofKind = items.filter((item) => item.entity === entity.key);
    for (const userIds of (await findItemContributors(db, entity, ofKind, decideTime)).values())
      for (const userId of userIds) contributorIds.add(userId);
  }
  return contributorIds;
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
  reviewed: ReviewedSet,
): Promise<number[] | undefined> {
  const contributorIds = await findContributorIds(crud, db, reviewed);
  if (!contributorIds) return undefined;
  const others: number[] = await db('user')
    .where('status', 'active')
    .whereNotIn('id', [...contributorIds])
    .pluck('id');
  const kinds = kindsOf(crud, reviewed.items);
  // whoever may not read one of its kinds does not see the set
  const reviewerIds = [...(await loadReaders(db, others))].flatMap(([id, reader]) =>
    kinds.every(({ key }) => mayRead(reader, key) && reader.may(`${key}:review`)) ? [id] : [],
  );
  if (reviewerIds.length === 0) throw new Problem('nobodyToApprove');
  return reviewerIds;
}
