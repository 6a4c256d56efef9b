import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import { type Database, type Transaction, transactWithinTimeLimit } from '#database';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { invalid, Problem } from '#http/problem.ts';
import { extractActor } from '#record-log/append.ts';
import { assertMayReview, assertSecondPerson, assertSomebodyMayReview } from './approval.ts';
import { permissionsForItem } from './edit-items.ts';
import { SetRefused, type SetToRelease, transactWritingItems, tryItems, writeItems } from './release-set.ts';
import { revertSet } from './revert-set.ts';
import { readSetItems, revivesRecord, type SetItem } from './set-items.ts';
import {
  type ChangeSet,
  lockVisibleSet,
  readChangeSet,
  readWriterIds,
  type SetEvent,
  type StoredSet,
  setTransitions,
  toChangeSets,
  updateSet,
} from './stored-set.ts';

type TransitionRequest = Request<'transitionChangeSet'>;

/** A locked set to which an event applies. */
interface LockedSet {
  set: StoredSet;
  items: SetItem[];
  writerIds: number[];
}

/** Triggers an event of a set. @throws Problem 409 `changeSetUnsound` with what is wrong with its items */
export async function transitionSet(crud: CrudContext, request: TransitionRequest): Promise<ChangeSet> {
  const { event, reason } = request.body;
  if (event === 'reject' && !reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
  if (reason && event !== 'reject' && event !== 'approve') throw invalid({ pointer: '/reason', rule: 'notWithEvent' });
  try {
    await ACTS[event](crud, request);
  } catch (error) {
    if (!(error instanceof SetRefused)) throw error;
    await storeProblems(crud.db, request.path.id, error);
    throw error.toProblem();
  }
  return readChangeSet(crud, crud.db, request.path.id, request.caller);
}

const ACTS: Record<SetEvent, (crud: CrudContext, request: TransitionRequest) => Promise<void>> = {
  submit: async (crud, request) => {
    const { caller } = request;
    let version = 0;
    await tryItems(crud, caller, async (trx) => {
      const locked = await lockForAct(crud, trx, request, hasContributed);
      if (locked.items.length === 0) throw new Problem('changeSetEmpty');
      await assertSomebodyMayReview(crud, trx, locked);
      version = locked.set.version;
      return toRelease(locked, request);
    });
    await transactWithinTimeLimit(caller, crud.db, async (trx) => {
      // somebody may have changed the set since it was tried
      const { set } = await lockForAct(crud, trx, { ...request, ifMatch: version }, hasContributed);
      await trx('proposal').where('change_set_id', set.id).update({ problems: null });
      await updateSet(trx, set.id, { status: setTransitions.submit.to, submit_time: trx.raw('NOW(3)') });
    });
  },

  approve: (crud, request) =>
    transactWritingItems(crud, request.caller, async (trx, writesSingly) => {
      const { caller } = request;
      expectSpecificVersion(request.ifMatch);
      const locked = await lockForAct(crud, trx, request, mayReview);
      await assertSecondPerson(crud, trx, locked, caller);
      await writeItems(crud, trx, toRelease(locked, request), writesSingly);
      await updateSet(trx, locked.set.id, {
        status: setTransitions.approve.to,
        release_time: trx.raw('NOW(3)'),
        ...toDecisionColumns(trx, request),
      });
    }),

  reject: (crud, request) =>
    transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
      expectSpecificVersion(request.ifMatch);
      const locked = await lockForAct(crud, trx, request, mayReview);
      const { set } = locked;
      await assertSecondPerson(crud, trx, locked, request.caller);
      await updateSet(trx, set.id, { status: setTransitions.reject.to, ...toDecisionColumns(trx, request) });
    }),

  reopen: (crud, request) => changeStatus(crud, request),
  withdraw: (crud, request) => changeStatus(crud, request),

  revert: (crud, request) =>
    revertSet(crud, request.caller, async (trx) => {
      const { set, items, writerIds } = await lockForAct(crud, trx, request, mayRevert);
      await updateSet(trx, set.id, { status: setTransitions.revert.to });
      return { id: set.id, items, writerIds, actor: extractActor(request.caller) };
    }),
};

const changeStatus = (crud: CrudContext, request: TransitionRequest): Promise<void> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { set } = await lockForAct(crud, trx, request, hasContributed);
    await updateSet(trx, set.id, { status: setTransitions[request.body.event].to });
  });

const toRelease = (
  { set, items, writerIds }: LockedSet,
  { caller, body }: Pick<TransitionRequest, 'caller' | 'body'>,
): SetToRelease => ({
  id: set.id,
  author: set.author,
  reason: body.reason,
  items,
  writerIds,
  actor: extractActor(caller),
});

const toDecisionColumns = (trx: Transaction, { caller, body }: TransitionRequest) => ({
  decided_by_id: caller.id,
  decided_by: caller.username,
  decide_time: trx.raw('NOW(3)'),
  reason: body.reason ?? null,
});

/** @throws Problem 403 */
type AssertPermitted = (locked: LockedSet, caller: Caller) => void;

/** Locks a set for an event. @throws Problem if it is not there, not for the caller, in another version, or in a status without the event */
async function lockForAct(
  crud: CrudContext,
  trx: Transaction,
  { path, body, ifMatch, caller }: Pick<TransitionRequest, 'path' | 'body' | 'ifMatch' | 'caller'>,
  assertPermitted: AssertPermitted,
): Promise<LockedSet> {
  const set = await lockVisibleSet(crud, trx, path.id, caller);
  const locked = { set, items: await readSetItems(trx, set.id), writerIds: await readWriterIds(trx, set.id) };
  assertPermitted(locked, caller);
  expectVersion(ifMatch, expectSingle(await toChangeSets(trx, [set], caller)));
  if (!setTransitions[body.event].from.includes(set.status)) throw new Problem('invalidTransition');
  return locked;
}

/** Permits those who contributed to the set, and administrators. */
const hasContributed: AssertPermitted = ({ writerIds }, { id, administrator }) => {
  if (!writerIds.includes(id) && !administrator) throw new Problem('notOwner');
};

const mayReview: AssertPermitted = ({ items }, caller) => assertMayReview(items, caller);

/** Permits those who could add all of its items. */
const mayRevert: AssertPermitted = ({ items }, caller) => {
  const permissions = items.flatMap((item) => permissionsForItem(item.entity, item.action, revivesRecord(item)));
  const permission = permissions.find((name) => !caller.may(name));
  if (permission) throw new Problem('forbidden', { permission });
};

/** Stores with the items why they could not be released or reverted, unless somebody has changed them since. */
async function storeProblems(db: Database, setId: number, { results }: SetRefused): Promise<void> {
  await db('proposal').where('change_set_id', setId).update({ problems: null });
  for (const { item, problems = [] } of results)
    await db('proposal')
      .where({ id: item.id, change_set_id: setId, version: item.version })
      .update({ problems: JSON.stringify(problems) });
}
