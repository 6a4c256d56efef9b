import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { enqueueEmail } from '#mail/outbox.ts';
import { extractActor } from '#record-log/append.ts';
import { assertMayReview, assertSecondPerson, findReviewerIds } from './approval.ts';
import { permissionsForItem } from './edit-items.ts';
import { assertNotPassed, isAhead, toEffectiveOn } from './effective-time.ts';
import { type ReportProgress, SetRefused, type SetToRelease, transactWritingItems, writeItems } from './release-set.ts';
import { revertSet } from './revert-set.ts';
import { readSetItems, revivesRecord, type SetItem, storeItemProblems } from './set-items.ts';
import {
  lockVisibleSet,
  readVisibleSet,
  readWriterIds,
  type SetEvent,
  type StoredSet,
  setTransitions,
  toChangeSets,
  updateSet,
} from './stored-set.ts';
import { tryRelease } from './try-release.ts';

type TransitionRequest = Request<'transitionChangeSet'>;

/** What an event is triggered with, by a request or by a task. */
export interface EventRequest extends Pick<TransitionRequest, 'path' | 'body' | 'ifMatch' | 'caller'> {
  /** Is told how many items are done while the transaction lasts. */
  report?: ReportProgress;
  /** Runs at the end of the last transaction, and is committed with it. */
  complete?(trx: Transaction): Promise<void>;
}

/** A locked set to which an event applies. */
interface LockedSet {
  set: StoredSet;
  items: SetItem[];
  writerIds: number[];
  /** Who may approve it, where it is submitted and needs a second person. */
  reviewerIds?: number[] | undefined;
}

/** @throws Problem 422 for a reason that is missing or not taken */
export function assertReasonFits({ event, reason }: TransitionRequest['body']): void {
  if (event === 'reject' && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
  if (reason && event !== 'reject' && event !== 'approve') throw invalid({ pointer: '/reason', rule: 'notWithEvent' });
}

/** Triggers an event of a set. @throws Problem 409 `changeSetUnsound` with what is wrong with its items */
export async function transitionSet(crud: CrudContext, request: EventRequest): Promise<void> {
  assertReasonFits(request.body);
  try {
    await ACTS[request.body.event](crud, request);
  } catch (error) {
    if (!(error instanceof SetRefused)) throw error;
    await storeItemProblems(crud.db, request.path.id, error.results);
    throw error.toProblem();
  }
}

const ACTS: Record<SetEvent, (crud: CrudContext, request: EventRequest) => Promise<void>> = {
  submit: (crud, request) => moveAfterTrial(crud, request, (trx, locked) => markSubmitted(trx, locked, request)),

  approve: async (crud, request) => {
    const { toBeforeDate } = setTransitions.approve;
    // the date of a submitted set does not change
    if (toBeforeDate && isAhead(await readVisibleSet(crud, crud.db, request.path.id, request.caller)))
      return moveAfterTrial(crud, request, (trx, locked) => markScheduled(trx, locked, request));
    return transactWritingItems(crud, request.caller, async (trx, writesSingly) => {
      const locked = await lockForEvent(crud, trx, request);
      await writeItems(crud, trx, toRelease(locked, request), writesSingly);
      await updateSet(trx, locked.set.id, {
        status: setTransitions.approve.to,
        release_time: trx.raw('NOW(3)'),
        ...toDecisionColumns(trx, request),
      });
      await emailAboutSet(trx, 'setApproved', locked, [locked.set.author_id], request);
      await request.complete?.(trx);
    });
  },

  reject: (crud, request) =>
    transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
      const locked = await lockForEvent(crud, trx, request);
      const { set } = locked;
      await updateSet(trx, set.id, { status: setTransitions.reject.to, ...toDecisionColumns(trx, request) });
      await emailAboutSet(trx, 'setRejected', locked, [set.author_id], request);
    }),

  reopen: (crud, request) => changeStatus(crud, request),
  retry: (crud, request) => changeStatus(crud, request),
  withdraw: (crud, request) => changeStatus(crud, request),

  revert: (crud, request) =>
    revertSet(crud, request.caller, async (trx) => {
      const { set, items, writerIds } = await lockForEvent(crud, trx, request);
      await updateSet(trx, set.id, { status: setTransitions.revert.to });
      const { report, complete } = request;
      return { id: set.id, items, writerIds, actor: extractActor(request.caller), report, complete };
    }),
};

/** Submits a locked set whose trial has passed, and tells those who may approve it. */
export async function markSubmitted(trx: Transaction, locked: LockedSet, request: EventRequest): Promise<void> {
  const { set, reviewerIds = [] } = locked;
  await updateSet(trx, set.id, { status: setTransitions.submit.to, submit_time: trx.raw('NOW(3)') });
  await emailAboutSet(trx, 'setSubmitted', locked, reviewerIds, request);
}

/** Approves a locked set whose trial has passed for its date, and tells its author. */
export async function markScheduled(trx: Transaction, locked: LockedSet, request: EventRequest): Promise<void> {
  const { toBeforeDate: status } = setTransitions.approve;
  await updateSet(trx, locked.set.id, { status, ...toDecisionColumns(trx, request) });
  await emailAboutSet(trx, 'setApproved', locked, [locked.set.author_id], request);
}

/** Moves a set to another status once the trial of its items has passed. */
async function moveAfterTrial(
  crud: CrudContext,
  request: EventRequest,
  move: (trx: Transaction, locked: LockedSet) => Promise<void>,
): Promise<void> {
  const { caller } = request;
  let version = 0;
  await tryRelease(crud, caller, async (trx) => {
    const locked = await lockForEvent(crud, trx, request);
    version = locked.set.version;
    return { ...toRelease(locked, request), dueTime: locked.set.due_time };
  });
  await transactWithinTimeLimit(caller, crud.db, async (trx) => {
    // somebody may have changed the set since it was tried
    const locked = await lockForEvent(crud, trx, { ...request, ifMatch: version });
    await storeItemProblems(trx, locked.set.id, []);
    await move(trx, locked);
    await request.complete?.(trx);
  });
}

const changeStatus = (crud: CrudContext, request: EventRequest): Promise<void> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { set } = await lockForEvent(crud, trx, request);
    await updateSet(trx, set.id, { status: setTransitions[request.body.event].to });
  });

export const toRelease = (
  { set, items, writerIds }: LockedSet,
  { caller, body, report }: Pick<EventRequest, 'caller' | 'body' | 'report'>,
): SetToRelease => ({
  id: set.id,
  author: set.author,
  reason: body.reason,
  items,
  writerIds,
  actor: extractActor(caller),
  report,
});

const toDecisionColumns = (trx: Transaction, { caller, body }: EventRequest) => ({
  decided_by_id: caller.id,
  decided_by: caller.username,
  decide_time: trx.raw('NOW(3)'),
  reason: body.reason ?? null,
});

/** Returns when a set takes effect, for emails, unless that is at once. */
function toMailedDate(set: StoredSet): { date?: string } {
  const on = isAhead(set) ? toEffectiveOn(set) : null;
  return on === null ? {} : { date: `${on.replace('T', ' ')} (${set.zone})` };
}

/** Queues an email to each of these users, except for whoever causes it and those who are not active. */
async function emailAboutSet(
  trx: Transaction,
  kind: 'setSubmitted' | 'setApproved' | 'setRejected',
  { set, items }: LockedSet,
  userIds: number[],
  { caller, body: { reason } }: EventRequest,
): Promise<void> {
  const readers = await trx('user')
    .whereIn('id', userIds)
    .whereNot('id', caller.id)
    .where('status', 'active')
    .select('email', 'display_name', 'language');
  for (const { email: address, display_name: displayName, language } of readers) {
    const work = {
      by: caller.username,
      title: set.title,
      items: items.length,
      path: `/change-sets/${set.id}`,
      ...toMailedDate(set),
    };
    const data = { displayName, ...work, ...(reason === undefined ? {} : { reason }) };
    await enqueueEmail(trx, { kind, address, language: language ?? 'zh-CN', data });
  }
}

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
  const permissions = items.flatMap((item) => permissionsForItem(item.entity, item.action, revivesRecord(item)));
  const permission = permissions.find((name) => !caller.may(name));
  if (permission) throw new Problem('forbidden', { permission });
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
