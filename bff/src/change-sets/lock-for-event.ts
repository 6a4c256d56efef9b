import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import type { Transaction } from '#database';
import { assertMay } from '#http/caller.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { Problem } from '#http/problem.ts';
import { assertMayReview, assertSecondPerson, findReviewerIds } from './approval.ts';
import { permissionsForItem } from './draft-item.ts';
import { assertNotPassed } from './effective-time.ts';
import type { ReportProgress } from './release/release-set.ts';
import { readSetItems, revivesRecord, type SetItem } from './set-items.ts';
import {
  lockVisibleSet,
  readWaitingReverts,
  readWriterIds,
  type SetEvent,
  type StoredSet,
  setTransitions,
  toChangeSets,
} from './stored-set.ts';

type TransitionRequest = Request<'transitionChangeSet'>;

/** What an event is triggered with, by a request or by a task. */
export interface EventRequest extends Pick<TransitionRequest, 'path' | 'body' | 'ifMatch' | 'caller'> {
  /** Is told how many items are done while the transaction lasts. */
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

/** What happens to a set that takes another one back: its items are those of a moment, and nobody edits them. */
const REVERT_EVENTS: ReadonlySet<SetEvent> = new Set(['approve', 'reject', 'withdraw']);

/** Locks a set for an event. @throws Problem if it is not there, in another version, or if the event is not for it or not for the caller */
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
  PERMITS[event](locked, caller);
  // the language is that of messages, which a stale version has none of
  expectVersion(ifMatch, expectSingle(await toChangeSets(crud, trx, [set], { caller, language: 'zh-CN' })));
  if (!setTransitions[event].from.includes(set.status)) throw new Problem('invalidTransition');
  if (set.reverts_id !== null && !REVERT_EVENTS.has(event)) throw new Problem('invalidTransition');
  if (event === 'revert' && (await readWaitingReverts(trx, [set.id])).size > 0) throw new Problem('revertInReview');
  if (isDecision) await assertSecondPerson(crud, trx, locked, caller);
  if (event === 'submit') {
    if (locked.items.length === 0) throw new Problem('changeSetEmpty');
    assertNotPassed(set);
    locked.reviewerIds = await findReviewerIds(crud, trx, locked);
  }
  return locked;
}

/** @throws Problem 403 */
type AssertPermitted = (locked: LockedSet, caller: Caller) => void;

/** Permits those who contributed to the set, and administrators. */
const hasContributed: AssertPermitted = ({ writerIds }, { id, administrator }) => {
  if (!writerIds.includes(id) && !administrator) throw new Problem('notOwner');
};

/** Permits those who contributed to the set, those who could approve it, and administrators. */
const mayRetry: AssertPermitted = (locked, caller) => {
  if (!locked.writerIds.includes(caller.id)) assertMayReview(locked.items, caller);
};

const mayReview: AssertPermitted = ({ items }, caller) => assertMayReview(items, caller);

/** Permits those who could add all of its items. */
const mayRevert: AssertPermitted = ({ items }, caller) => {
  assertMay(caller, ...items.flatMap((item) => permissionsForItem(item.entity, item.action, revivesRecord(item))));
};

const PERMITS: Record<SetEvent, AssertPermitted> = {
  submit: hasContributed,
  approve: mayReview,
  reject: mayReview,
  reopen: hasContributed,
  retry: mayRetry,
  withdraw: hasContributed,
  revert: mayRevert,
};

/** Returns the columns of who decided on a set, when and why. */
export const toDecisionColumns = (trx: Transaction, { caller, body }: EventRequest) => ({
  decided_by_id: caller.id,
  decided_by: caller.username,
  decide_time: trx.raw('NOW(3)'),
  reason: body.reason ?? null,
});
