import { type Database, type Transaction, takenColumn } from '#database';
import { Problem } from '#http/problem.ts';
import type { TaskRow } from './read-tasks.ts';

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
    ...{ kind, subject: subject ?? null, unique_key: subject ?? null, status: 'queued', created_by: by },
    ...{ params: JSON.stringify(params), next_time: now, create_time: now },
  };
  try {
    const [id] = await db('task').insert(row);
    return id;
  } catch (error) {
    if (takenColumn(error) === 'unique') return undefined;
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

const asNew = {
  ...{ status: 'queued', attempts: 0, error: null, error_key: null, result: null, cancelling: 0 },
  ...{ claim: null, claimed_until: null, start_time: null, end_time: null },
};

/**
 * Queues a task again: a failed one goes on from where it was, a cancelled one from the start. `invalidTransition` where it is
 * neither, `taskRunning` where another of its subject is at it.
 */
export async function retry(trx: Transaction, id: number): Promise<TaskRow> {
  const task = await lockTask(trx, id);
  if (task.status !== 'failed' && task.status !== 'cancelled') throw new Problem('invalidTransition');
  const fresh = task.status === 'cancelled' ? { state: null, progress: 0, total: null } : {};
  try {
    await trx('task')
      .where('id', id)
      .update({ ...asNew, ...fresh, unique_key: task.subject, next_time: trx.raw('NOW(3)') });
  } catch (error) {
    throw takenColumn(error) === 'unique' ? new Problem('taskRunning') : error;
  }
  return task;
}
