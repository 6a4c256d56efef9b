import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import type { Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import { createIdReaderOfSet } from './dates/earlier-codes.ts';
import { permissionsForItem } from './draft-item.ts';
import { assertNotPassed } from './effective-time.ts';
import { lockVisibleSet } from './query-sets.ts';
import { settleRemovedReferences } from './release/item-references.ts';
import type { ReportProgress } from './release/release-set.ts';
import { assertMayReview, assertSecondPerson, findReviewerIds } from './review/approval.ts';
import { readSetItems, revivesRecord, type SetItem } from './set-items.ts';
import { readWriterIds, type SetEvent, type StoredSet, setTransitions } from './stored-set.ts';
import { readReverts, toChangeSets } from './to-change-sets.ts';

type TransitionRequest = Request<'transitionChangeSet'>;

/** What an event is triggered with, by a request or by a task. */
export interface EventRequest extends Pick<TransitionRequest, 'path' | 'body' | 'ifMatch' | 'caller'> {
  /** Receives the number of items that are done while the transaction runs. */
  report?: ReportProgress;
  /** Runs at the end of the last transaction, and is committed with it. */
  complete?(trx: Transaction): Promise<void>;
}

/** A locked set to which an event applies. */
export interface LockedSet {
  set: StoredSet;
  items: SetItem[];
  writerIds: number[];
  /** Who may approve it, where it is submitted and needs a second person. */
  reviewerIds?: number[] | undefined;
}

/** The events of a set that reverts another one: it is decided on as it was submitted, as nobody can edit its items. */
const REVERT_EVENTS: ReadonlySet<SetEvent> = new Set(['approve', 'reject', 'withdraw']);

/** Locks a set for an event. @throws Problem if it is missing, has another version or status, or if the caller may not trigger the event */
export async function lockForEvent(
  crud: CrudContext,
  trx: Transaction,
  { path, body, ifMatch, caller }: Pick<EventRequest, 'path' | 'body' | 'ifMatch' | 'caller'>,
): Promise<LockedSet> {
  const { event } = body;
  const isDecision = event === 'approve' || event === 'reject';
  if (isDecision) expectSpecificVersion(ifMatch);
  const set = await lockVisibleSet(crud, trx, path.id, caller);
  const writerIds = await readWriterIds(trx, set.id);
  const locked: LockedSet = { set, items: await readSetItems(trx, set.id), writerIds };
  ASSERT_PERMITTED[event](locked, caller);
  const isOutdated = typeof ifMatch === 'number' && ifMatch !== set.version;
  // only the answer to an outdated version has the whole set
  const viewer = { caller, language: 'zh-CN' as const };
  expectVersion(ifMatch, isOutdated ? expectSingle(await toChangeSets(crud, trx, [set], viewer)) : set);
  if (!setTransitions[event].from.includes(set.status)) throw new Problem('invalidTransition');
  if (set.reverts_id !== null && !REVERT_EVENTS.has(event)) throw new Problem('invalidTransition');
  if (event === 'revert' && (await readReverts(trx, [set.id])).size > 0) throw new Problem('revertInReview');
  if (isDecision) await assertSecondPerson(crud, trx, locked, caller);
  if (event === 'submit') {
    if (locked.items.length === 0) throw new Problem('changeSetEmpty');
    assertNotPassed(set);
    await settleRemovedReferences(crud, trx, set.id, await createIdReaderOfSet(crud, trx, set, caller));
    locked.items = await readSetItems(trx, set.id);
    locked.reviewerIds = await findReviewerIds(crud, trx, locked);
  }
  return locked;
}

/** @throws Problem 403 */
type AssertPermitted = (locked: LockedSet, caller: Caller) => void;

/** Permits contributors to the set, and administrators. */
const assertContributed: AssertPermitted = ({ writerIds }, { id, administrator }) => {
  if (!writerIds.includes(id) && !administrator) throw new Problem('notOwner');
};

/** Permits contributors to the set, and everybody with the permissions to approve it. */
const assertMayRetry: AssertPermitted = (locked, caller) => {
  if (!locked.writerIds.includes(caller.id)) assertMayReview(locked.items, caller);
};

const assertMayDecide: AssertPermitted = ({ items }, caller) => assertMayReview(items, caller);

/** Permits those who could add all of its items. */
const assertMayRevert: AssertPermitted = ({ items }, caller) => {
  assertMay(caller, ...items.flatMap((item) => permissionsForItem(item.entity, item.action, revivesRecord(item))));
};

const ASSERT_PERMITTED: Record<SetEvent, AssertPermitted> = {
  submit: assertContributed,
  approve: assertMayDecide,
  reject: assertMayDecide,
  reopen: assertContributed,
  retry: assertMayRetry,
  withdraw: assertContributed,
  revert: assertMayRevert,
};

/** Returns who triggers an event, and the reason that they give. */
export const toMover = ({ caller, body }: EventRequest) => ({ by: caller.username, reason: body.reason });

/** Returns the columns of who decided on a set, when and why. */
export const toDecisionColumns = (trx: Transaction, { caller, body }: EventRequest) => ({
  decided_by_id: caller.id,
  decided_by: caller.username,
  decide_time: trx.raw('NOW(3)'),
  reason: body.reason ?? null,
});
