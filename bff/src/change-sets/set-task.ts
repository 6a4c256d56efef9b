import { effectivePermissions, readActiveUserRights } from '#access/rights.ts';
import type { CrudContext } from '#crud/model.ts';
import { type Database, fromJson, transactWithinTimeLimit } from '#database';
import type { Caller, Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { ActingTask } from '#record-log/append.ts';
import { defineTask, type TaskContext, type TaskDefinition, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { type RetryRule, startTask } from '#tasks/queue.ts';
import { lockForEvent } from './lock-for-event.ts';
import { assertOverwritable } from './release/overwriting-revert.ts';
import { countItems } from './set-items.ts';
import { type SetEvent, type SetTaskParams, setTransitions, taskSubjectOf, toRefusal } from './stored-set.ts';
import { assertMembersFit, transitionSet } from './transition-set.ts';

/** With more items than this, a task triggers the events that take long. */
const MAX_ITEMS_AT_ONCE = 100;

const LONG_EVENTS: ReadonlySet<SetEvent> = new Set(['submit', 'approve', 'revert']);

/** Starts a task that triggers an event of a set, if it has many items. Returns whether it does. @throws Problem like `lockForEvent` */
export async function startSetTask(crud: CrudContext, request: Request<'transitionChangeSet'>): Promise<boolean> {
  const { path, body, caller } = request;
  const { event, reason, overwrite } = body;
  if (!LONG_EVENTS.has(event)) return false;
  assertMembersFit(body);
  return transactWithinTimeLimit(caller, crud.db, async (trx) => {
    if ((await countItems(trx, path.id)) <= MAX_ITEMS_AT_ONCE) return false;
    const { set, items } = await lockForEvent(crud, trx, request);
    await assertOverwritable(crud, trx, items, overwrite);
    const by = { id: caller.id, username: caller.username };
    const details = {
      event,
      version: set.version,
      ...(reason === undefined ? {} : { reason }),
      ...(overwrite && { overwrite }),
      by,
    };
    const params: SetTaskParams = { changeSetId: set.id, details };
    const { id } = await startTask(trx, request, { kind: 'changeSet', params, subject: taskSubjectOf(set.id) });
    await trx('task').where({ id }).update({ total: items.length });
    return true;
  });
}

/** Whether the event has happened; committed together with it, so that a later run does not trigger it again. */
interface SetTaskState {
  isDone: boolean;
}

/** Defines the task that triggers an event of a set in the name and with the permissions of whoever started it. */
export const defineSetTask = (crud: CrudContext): TaskDefinition =>
  defineTask<SetTaskParams, SetTaskState>({ run: (task) => runSetTask(crud, task) });

async function runSetTask(crud: CrudContext, task: TaskContext<SetTaskParams, SetTaskState>): Promise<TaskResult> {
  const { db, id, params, progress } = task;
  const { changeSetId, details } = params;
  const { event, version, reason, overwrite, by } = details;
  const total = await countItems(db, changeSetId);
  if (task.state?.isDone) return { records: total };
  try {
    await transitionSet(crud, {
      path: { id: changeSetId },
      body: { event, ...(reason === undefined ? {} : { reason }), ...(overwrite && { overwrite }) },
      ifMatch: version,
      caller: await readStarter(db, by, { id, kind: 'changeSet' }),
      report: (done) => progress(Math.min(done, total), total),
      complete: (trx) => progress(total, total, { isDone: true }, trx),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status } = error;
    // the set may be edited while the task is queued, also by whoever started it
    const refusal = toRefusal(error.key === 'versionConflict' ? new Problem('changeSetChanged') : error);
    // somebody may have brought the set elsewhere meanwhile, where the refusal says nothing about it
    await db('change_set')
      .where('id', changeSetId)
      .whereIn('status', setTransitions[event].from)
      .update({ problems: JSON.stringify(refusal) });
    throw new TaskFailure(
      status === 403 ? 'notPermitted' : 'changeSetRefused',
      `The change set is refused: ${refusal.key}.`,
    );
  }
  return { records: total };
}

/** Returns a caller with the rights that whoever started a task has now. @throws Problem `accountInactive` */
export async function readStarter(
  db: Database,
  { id, username }: SetTaskParams['details']['by'],
  task: ActingTask | undefined,
): Promise<Caller & { task?: ActingTask }> {
  const rights = await readActiveUserRights(db, id);
  if (!rights) throw new Problem('accountInactive');
  const permissions: Set<string> = effectivePermissions(rights);
  return {
    id,
    username,
    ...(task && { task }),
    administrator: rights.administrator,
    may: (permission) => permissions.has(permission),
    sessionId: '',
    rightsHash: '',
    previewRoleId: null,
  };
}

/** Only the user who started the task may retry it, as it runs under their name. */
export const setTaskRetry: RetryRule = {
  continuesCancelled: false,
  async assertMayRetry(_, row, caller) {
    if (fromJson<SetTaskParams>(row.params).details.by.id !== caller.id) throw new Problem('notOwner');
  },
};
