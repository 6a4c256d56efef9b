import type { CrudContext } from '#crud/model.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import { invalid } from '#http/problem.ts';
import { extractActor } from '#record-log/append.ts';
import { isAhead } from './effective-time.ts';
import { type EventRequest, type LockedSet, lockForEvent, toDecisionColumns, toMover } from './lock-for-event.ts';
import { readVisibleSet } from './query-sets.ts';
import { nameSetsInRefusal, toShownRefusal } from './release/conflicting-sets.ts';
import { approveRevert, submitRevert } from './release/overwriting-revert.ts';
import { SetRefused, type SetToRelease, transactWritingItems, writeItems } from './release/release-set.ts';
import { revertSet } from './release/revert-set.ts';
import { tryRelease, trySubmission } from './release/try-release.ts';
import { assertStillApproved } from './review/approval.ts';
import { emailAboutSet } from './set-emails.ts';
import { storeItemProblems } from './set-items.ts';
import { moveSet, type SetEvent, setTransitions } from './stored-set.ts';

/** @throws Problem 422 for a reason that is missing, or a member that the event does not take */
export function assertMembersFit({ event, reason, overwrite }: EventRequest['body']): void {
  if (overwrite && event !== 'revert') throw invalid({ pointer: '/overwrite', rule: 'notWithEvent' });
  if (event === 'reject' && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
  if (reason && event !== 'reject' && event !== 'approve') throw invalid({ pointer: '/reason', rule: 'notWithEvent' });
}

/** Triggers an event of a set. @throws Problem 409 `changeSetUnsound` with what is wrong with its items */
export async function transitionSet(crud: CrudContext, request: EventRequest): Promise<void> {
  assertMembersFit(request.body);
  try {
    await EVENT_HANDLERS[request.body.event](crud, request);
  } catch (thrown) {
    const error = await nameSetsInRefusal(crud, thrown);
    if (error instanceof SetRefused) await storeItemProblems(crud.db, request.path.id, error.results);
    throw await toShownRefusal(crud, error, request.caller);
  }
}

const EVENT_HANDLERS: Record<SetEvent, (crud: CrudContext, request: EventRequest) => Promise<void>> = {
  submit: (crud, request) => moveAfterTrial(crud, request, (trx, locked) => markSubmitted(trx, locked, request)),

  approve: async (crud, request) => {
    const { toBeforeDate } = setTransitions.approve;
    // what a submitted set takes back, and its date, do not change
    const submitted = await readVisibleSet(crud, crud.db, request.path.id, request.caller);
    if (submitted.reverts_id !== null) return approveRevert(crud, request, submitted.reverts_id);
    if (toBeforeDate && isAhead(submitted))
      return moveAfterTrial(crud, request, (trx, locked) => markScheduled(trx, locked, request));
    return transactWritingItems(crud, request.caller, async (trx, writesSingly) => {
      const locked = await lockForEvent(crud, trx, request);
      await writeItems(crud, trx, toRelease(locked, request), writesSingly);
      const decision = { release_time: trx.raw('NOW(3)'), ...toDecisionColumns(trx, request) };
      await moveSet(trx, locked.set.id, setTransitions.approve.to, toMover(request), decision);
      await emailAboutSet(trx, 'setApproved', locked, [locked.set.author_id], request);
      await request.complete?.(trx);
    });
  },

  reject: (crud, request) =>
    transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
      const locked = await lockForEvent(crud, trx, request);
      const { set } = locked;
      await moveSet(trx, set.id, setTransitions.reject.to, toMover(request), toDecisionColumns(trx, request));
      await emailAboutSet(trx, 'setRejected', locked, [set.author_id], request);
    }),

  reopen: (crud, request) => changeStatus(crud, request),
  retry: (crud, request) =>
    changeStatus(crud, request, {}, (trx, { set, items, writerIds }) => {
      const { decided_by_id: id, decide_time: decideTime } = set;
      return assertStillApproved(crud, trx, { items, writerIds }, { id: Number(id), decideTime });
    }),
  withdraw: (crud, request) => changeStatus(crud, request, { ended_by: request.caller.username }),

  revert: async (crud, request) => {
    if (request.body.overwrite) return submitRevert(crud, request);
    return revertSet(crud, request.caller, async (trx) => {
      const { set, items, writerIds } = await lockForEvent(crud, trx, request);
      const { username } = request.caller;
      await moveSet(trx, set.id, setTransitions.revert.to, { by: username }, { ended_by: username });
      const { report, complete } = request;
      return { id: set.id, items, writerIds, actor: extractActor(request.caller), report, complete };
    });
  },
};

/** Submits a locked set whose trial has passed, and tells those who may approve it. */
export async function markSubmitted(trx: Transaction, locked: LockedSet, request: EventRequest): Promise<void> {
  const { set, reviewerIds = [] } = locked;
  const submission = { submit_time: trx.raw('NOW(3)'), submitted_by: request.caller.username };
  await moveSet(trx, set.id, setTransitions.submit.to, toMover(request), submission);
  await emailAboutSet(trx, 'setSubmitted', locked, reviewerIds, request);
}

/** Approves a locked set whose trial has passed for its date, and tells its author. */
export async function markScheduled(trx: Transaction, locked: LockedSet, request: EventRequest): Promise<void> {
  const { toBeforeDate: status } = setTransitions.approve;
  if (status) await moveSet(trx, locked.set.id, status, toMover(request), toDecisionColumns(trx, request));
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
  const runTrial = request.body.event === 'submit' ? trySubmission : tryRelease;
  await runTrial(crud, caller, async (trx) => {
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

const changeStatus = (
  crud: CrudContext,
  request: EventRequest,
  columns: { ended_by?: string } = {},
  assertPossible: (trx: Transaction, locked: LockedSet) => Promise<void> = async () => {},
): Promise<void> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const locked = await lockForEvent(crud, trx, request);
    await assertPossible(trx, locked);
    const { set } = locked;
    await moveSet(trx, set.id, setTransitions[request.body.event].to, toMover(request), columns);
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
