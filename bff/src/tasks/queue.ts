import { type Database, findTakenColumn, isDue, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller, Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { claimFirst } from '#leases';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { findTask, type TaskRow, toTask } from './read-tasks.ts';

export interface NewTask {
  kind: string;
  params?: object;
  /** Two tasks with the same subject never run at the same time. At most 64 characters. */
  subject?: string;
  /** A username. */
  by: string;
}

/** Queues a task in the caller's transaction; returns undefined if a task with the same subject is queued or running. */
export async function enqueue(db: Database, { kind, params = {}, subject, by }: NewTask): Promise<number | undefined> {
  if (subject !== undefined && (await db('task').where('unique_key', subject).first('id'))) return undefined;
  const now = db.raw('NOW(3)');
  const row = {
    kind,
    subject: subject ?? null,
    unique_key: subject ?? null,
    status: 'queued',
    created_by: by,
    params: JSON.stringify(params),
    next_time: now,
    create_time: now,
  };
  try {
    const [id] = await db('task').insert(row);
    return id;
  } catch (error) {
    if (findTakenColumn(error) === 'unique') return undefined;
    throw error;
  }
}

async function lockTask(trx: Transaction, id: number): Promise<TaskRow> {
  const row = await trx('task').where('id', id).forUpdate().first();
  if (!row) throw new Problem('notFound');
  return row;
}

/** Cancels a queued task, or lets the worker cancel a running one. @throws Problem `invalidTransition` if it has ended */
export async function cancel(trx: Transaction, id: number): Promise<TaskRow> {
  const task = await lockTask(trx, id);
  const now = trx.raw('NOW(3)');
  if (task.status === 'queued' && task.start_time === null && task.state === null)
    await trx('task').where('id', id).update({ status: 'cancelled', unique_key: null, end_time: now });
  // a task that has begun and waits for a retry is cancelled by a worker, as its work may have to be undone
  else if (task.status === 'queued') await trx('task').where('id', id).update({ cancelling: 1, next_time: now });
  else if (task.status === 'running') await trx('task').where('id', id).update({ cancelling: 1 });
  else throw new Problem('invalidTransition');
  return task;
}

const RESET_COLUMNS = {
  status: 'queued',
  attempts: 0,
  error: null,
  error_key: null,
  result: null,
  cancelling: 0,
  claim: null,
  claimed_until: null,
  start_time: null,
  end_time: null,
};

/** How tasks of a kind are retried, where that differs from others. */
export interface RetryRule {
  /** Whether a cancelled task continues as well. */
  continuesCancelled: boolean;
  /** The transaction has locked the task. @throws Problem if the caller may not retry it */
  assertMayRetry(trx: Transaction, task: TaskRow, caller: Caller): Promise<void>;
}

export type RetryRules = Partial<Record<TaskRow['kind'], RetryRule>>;

/**
 * Queues a task again: a failed one continues, a cancelled one starts from the beginning unless its kind says otherwise. @throws Problem
 * `invalidTransition` if it is neither, `taskRunning` if another task with the same subject is queued or running
 */
export async function retry(
  trx: Transaction,
  id: number,
  request?: { caller: Caller; rules: RetryRules },
): Promise<TaskRow> {
  const task = await lockTask(trx, id);
  const rule = request?.rules[task.kind];
  if (request) await rule?.assertMayRetry(trx, task, request.caller);
  if (task.status !== 'failed' && task.status !== 'cancelled') throw new Problem('invalidTransition');
  const startsAnew = task.status === 'cancelled' && !rule?.continuesCancelled;
  const resetProgress = startsAnew ? { state: null, progress: 0, total: null } : {};
  try {
    await trx('task')
      .where('id', id)
      .update({ ...RESET_COLUMNS, ...resetProgress, unique_key: task.subject, next_time: trx.raw('NOW(3)') });
  } catch (error) {
    throw findTakenColumn(error) === 'unique' ? new Problem('taskRunning') : error;
  }
  return task;
}

export type TaskAct = 'taskStarted' | 'taskCancelled' | 'taskRetried';

type TaskRequest = Pick<Request<'cancelTask'>, 'caller' | 'address' | 'client'>;

/** Queues a task for the caller and logs it. Only the task itself sees `details` of its parameters. @throws Problem `taskRunning` if one with the same subject is queued or running */
export async function startTask(
  trx: Transaction,
  request: TaskRequest,
  task: { kind: Schemas['TaskKind']; params: Schemas['TaskParams'] & { details?: object }; subject: string },
): Promise<Schemas['Task']> {
  const id = await enqueue(trx, { ...task, by: request.caller.username });
  if (id === undefined) throw new Problem('taskRunning');
  const row = await findTask(trx, id);
  await logTaskAct(trx, request, row, 'taskStarted');
  return toTask(row, request.caller);
}

/** Logs a user's act on a task. */
export const logTaskAct = (trx: Transaction, request: TaskRequest, { id, kind }: TaskRow, act: TaskAct) =>
  logAct(trx, { ...logActorOf(request), act, target: { kind: 'task', id, name: kind } });

/** A recurring task. */
export interface Schedule {
  kind: string;
  /** The interval. */
  everySeconds: number;
  /** The offset from the beginning of each interval, counted from midnight UTC. */
  offsetSeconds?: number;
  /** Whether to run the task; always by default. */
  isWanted?(): Promise<boolean>;
}

/** The user name for tasks that no user has requested. */
const SCHEDULER = 'system';

/**
 * Queues due tasks. Of several workers only one queues each task, and a task that is still running is not queued again.
 */
export async function queueDueTasks(db: Database, schedules: Schedule[]): Promise<void> {
  const rows = await db('schedule').select('kind', 'next_time', db.raw('NOW(3) AS now'));
  for (const schedule of schedules) {
    const row = rows.find(({ kind }) => kind === schedule.kind);
    if (!row)
      await db('schedule')
        .insert({ kind: schedule.kind, next_time: db.raw('NOW(3)') })
        .onConflict()
        .ignore();
    const msUntilDue = row ? row.next_time.getTime() - row.now.getTime() : 0;
    if (msUntilDue > 0 && msUntilDue <= schedule.everySeconds * 1000) continue;
    if ((await schedule.isWanted?.()) ?? true) await queueIfDue(db, schedule);
  }
}

const queueIfDue = (db: Database, { kind, everySeconds, offsetSeconds = 0 }: Schedule) => {
  const scheduleRow = (by: Database) => by('schedule').where({ kind });
  const dueRow = (by: Database) => scheduleRow(by).where(isDue(by, 'next_time', everySeconds * 1000));
  return claimFirst(db, dueRow, async (trx) => {
    if ((await enqueue(trx, { kind, subject: kind, by: SCHEDULER })) === undefined) return;
    const nextTime = trx.raw('FROM_UNIXTIME((FLOOR((UNIX_TIMESTAMP() - ?) / ?) + 1) * ? + ?)', [
      offsetSeconds,
      everySeconds,
      everySeconds,
      offsetSeconds,
    ]);
    await scheduleRow(trx).update({ next_time: nextTime });
  });
};

/** Makes a recurring task due now. */
export const runNow = (db: Database, kind: string) =>
  db('schedule')
    .where('kind', kind)
    .update({ next_time: db.raw('NOW(3)') });
