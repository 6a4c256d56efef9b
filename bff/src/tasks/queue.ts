import { type Database, findTakenColumn, isDue, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { claimFirst } from '#leases';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { findTask, type TaskRow, toTask } from './read-tasks.ts';

export interface NewTask {
  kind: string;
  params?: object;
  /** What no two tasks may work on at once, 64 characters at most. */
  subject?: string;
  /** A username. */
  by: string;
}

/** Queues a task, in the transaction of what it belongs to; undefined where one of its subject waits or runs already. */
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

/** Ends a task that has not begun; one that has is ended by its worker. `invalidTransition` where it has ended. */
export async function cancel(trx: Transaction, id: number): Promise<TaskRow> {
  const task = await lockTask(trx, id);
  const now = trx.raw('NOW(3)');
  if (task.status === 'queued' && task.start_time === null)
    await trx('task').where('id', id).update({ status: 'cancelled', unique_key: null, end_time: now });
  // a worker takes even one that waits, as what it has done may have to be undone
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

/**
 * Queues a task again: a failed one goes on from where it was, a cancelled one from the start. `invalidTransition` where it is
 * neither, `taskRunning` where another of its subject is at it.
 */
export async function retry(trx: Transaction, id: number): Promise<TaskRow> {
  const task = await lockTask(trx, id);
  if (task.status !== 'failed' && task.status !== 'cancelled') throw new Problem('invalidTransition');
  const resetProgress = task.status === 'cancelled' ? { state: null, progress: 0, total: null } : {};
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

/** Queues a task for whoever asks, and logs it; `taskRunning` where one of its subject is queued or runs. */
export async function startTask(
  trx: Transaction,
  request: TaskRequest,
  task: { kind: Schemas['TaskKind']; params: Schemas['TaskParams']; subject: string },
): Promise<Schemas['Task']> {
  const id = await enqueue(trx, { ...task, by: request.caller.username });
  if (id === undefined) throw new Problem('taskRunning');
  const row = await findTask(trx, id);
  await logTaskAct(trx, request, row, 'taskStarted');
  return toTask(row, request.caller);
}

/** Writes into the user log what somebody did to a task. */
export const logTaskAct = (trx: Transaction, request: TaskRequest, { id, kind }: TaskRow, act: TaskAct) =>
  logAct(trx, { ...logActorOf(request), act, target: { kind: 'task', id, name: kind } });

/** A task that recurs. */
export interface Schedule {
  kind: string;
  /** Seconds from one to the next. */
  everySeconds: number;
  /** Seconds into that span, counted from midnight UTC. */
  offsetSeconds?: number;
  /** Without it always. */
  isWanted?(): Promise<boolean>;
}

/** What enqueues tasks that nobody asked for. */
const SCHEDULER = 'system';

/**
 * Queues what is due. Of all who look at the same time one does it, and what is still at it from before is left to end first.
 */
export async function queueDueTasks(db: Database, schedules: Schedule[]): Promise<void> {
  const rows = await db('schedule').select('kind', 'next_time', db.raw('NOW(3) AS now'));
  for (const plan of schedules) {
    const row = rows.find(({ kind }) => kind === plan.kind);
    if (!row)
      await db('schedule')
        .insert({ kind: plan.kind, next_time: db.raw('NOW(3)') })
        .onConflict()
        .ignore();
    const msUntilDue = row ? row.next_time.getTime() - row.now.getTime() : 0;
    if (msUntilDue > 0 && msUntilDue <= plan.everySeconds * 1000) continue;
    if ((await plan.isWanted?.()) ?? true) await queueIfDue(db, plan);
  }
}

const queueIfDue = (db: Database, { kind, everySeconds, offsetSeconds = 0 }: Schedule) => {
  const rowOfKind = (by: Database) => by('schedule').where({ kind });
  const due = (by: Database) => rowOfKind(by).where(isDue(by, 'next_time', everySeconds * 1000));
  return claimFirst(db, due, async (trx) => {
    if ((await enqueue(trx, { kind, subject: kind, by: SCHEDULER })) === undefined) return;
    const nextTime = trx.raw('FROM_UNIXTIME((FLOOR((UNIX_TIMESTAMP() - ?) / ?) + 1) * ? + ?)', [
      offsetSeconds,
      everySeconds,
      everySeconds,
      offsetSeconds,
    ]);
    await rowOfKind(trx).update({ next_time: nextTime });
  });
};

/** Makes what recurs due now. */
export const runNow = (db: Database, kind: string) =>
  db('schedule')
    .where('kind', kind)
    .update({ next_time: db.raw('NOW(3)') });
