import type { Knex } from 'knex';
import { type Database, fromJson, fromNow, isDue, now, type Transaction } from '#database';
import { claimFirst, isLeaseOver, type Lease, NO_LEASE, newLease, renewLease, writeLeased } from '#leases';
import { TaskAborted, type TaskContext, type TaskErrorKey, type TaskLease } from './kinds.ts';

export interface ClaimedTask {
  id: number;
  kind: string;
  /** With the id it names the lease. */
  claim: string;
  params: unknown;
  state: unknown;
  /** How often it was started, this time included; a run that a shutdown ended doesn't count. */
  attempts: number;
  cancelling: boolean;
}

type TaskClaim = Pick<ClaimedTask, 'id' | 'claim'>;

export type Ending =
  | { status: 'done'; result: object }
  | { status: 'failed'; key: TaskErrorKey; error: string }
  | { status: 'cancelled' };

/** A task whose workers died so often fails. */
export const MAX_ATTEMPTS = 3;

/** How long a task waits that failed because the database was out of reach. */
const RETRY_MS = 5000;

/** Tasks of these kinds that are queued, and those whose worker has died. */
const dueTasks = (db: Database, kinds: string[], leaseMs: number): Knex.QueryBuilder =>
  db('task')
    .whereIn('kind', kinds)
    .where((either) =>
      either
        .where((queued) => queued.where('status', 'queued').where(isDue(db, 'next_time', 2 * RETRY_MS)))
        .orWhere((left) => left.where('status', 'running').where(isLeaseOver(db, 2 * leaseMs))),
    )
    .orderBy(['next_time', 'id']);

/** Claims the task that has waited longest. Undefined where none is due, or other workers have them all. */
export async function claimTask(db: Database, kinds: string[], leaseMs: number): Promise<ClaimedTask | undefined> {
  const tasks = (by: Database) => dueTasks(by, kinds, leaseMs);
  // a transaction each second would cost more than this look
  while (await tasks(db).first('id')) {
    const claimed = await claimFirst(db, tasks, async (trx, row) => {
      const rowOfTask = trx('task').where('id', row.id);
      if (row.status === 'running' && row.attempts >= MAX_ATTEMPTS) {
        const error = `Its worker died ${row.attempts} times.`;
        await rowOfTask.update(endColumns(trx, { status: 'failed', key: 'workerDied', error }));
        return 'failed' as const;
      }
      const lease = newLease(trx, leaseMs);
      const attempts = row.attempts + 1;
      await rowOfTask.update({
        ...lease,
        status: 'running',
        attempts,
        start_time: trx.raw('COALESCE(start_time, NOW(3))'),
      });
      return {
        id: row.id,
        kind: row.kind,
        claim: lease.claim,
        attempts,
        cancelling: row.cancelling === 1,
        params: fromJson(row.params),
        state: fromJson(row.state),
      };
    });
    if (claimed !== 'failed') return claimed;
  }
  return undefined;
}

const endColumns = (db: Database, { status, ...outcome }: Ending) => ({
  ...NO_LEASE,
  status,
  unique_key: null,
  cancelling: 0,
  end_time: now(db),
  error: 'error' in outcome ? outcome.error.slice(0, 500) : null,
  error_key: 'error' in outcome ? outcome.key : null,
  result: 'result' in outcome ? JSON.stringify(outcome.result) : null,
});

const leaseOf = ({ id, claim }: TaskClaim): Lease => ({ table: 'task', where: { id, claim } });

/** @throws TaskAborted where another worker has the task by now */
async function throwIfLost(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new TaskAborted('lost');
}

/** Throws where another worker has the task by now; none takes it before the transaction ends. */
export async function assertLease(trx: Transaction, { id, claim }: TaskClaim): Promise<void> {
  if (!(await trx('task').where({ id, claim }).forUpdate().first('id'))) throw new TaskAborted('lost');
}

/** Extends the lease, and writes what else changed of the task. */
export const renewTask = (db: Database, task: TaskClaim, leaseMs: number, columns?: Record<string, unknown>) =>
  throwIfLost(renewLease(db, leaseOf(task), leaseMs, columns));

/** How a task writes its progress, and lets the next one of its subject in. Both throw where another worker has it by now. */
export const leaseWriter = (db: Database, lease: TaskLease): Pick<TaskContext, 'progress' | 'release'> => ({
  progress: (done, total, state, by = db) =>
    renewTask(by, lease, lease.seconds * 1000, {
      progress: done,
      ...(total !== undefined && { total }),
      ...(state !== undefined && { state: JSON.stringify(state) }),
    }),
  release: (by) => renewTask(by, lease, lease.seconds * 1000, { unique_key: null }),
});

export const endTask = (db: Database, task: ClaimedTask, ending: Ending) =>
  throwIfLost(writeLeased(db, leaseOf(task), endColumns(db, ending)));

/** Gives a task back for another worker to take at once, as if it had not been started here. */
export const releaseTask = (db: Database, task: ClaimedTask) =>
  requeue(db, task, { next_time: now(db), attempts: task.attempts - 1 });

export const retryTaskLater = (db: Database, task: ClaimedTask) =>
  requeue(db, task, { next_time: fromNow(db, RETRY_MS) });

const requeue = (db: Database, task: ClaimedTask, columns: object) =>
  throwIfLost(writeLeased(db, leaseOf(task), { ...NO_LEASE, ...columns, status: 'queued' }));

/** Which of these tasks somebody cancels, and which another worker has by now. */
export async function findAborted(db: Database, tasks: ClaimedTask[]): Promise<Map<number, 'cancelled' | 'lost'>> {
  if (tasks.length === 0) return new Map();
  const ids = tasks.map(({ id }) => id);
  const rows = await db('task').whereIn('id', ids).select('id', 'claim', 'cancelling');
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    tasks.flatMap(({ id, claim }): [number, 'cancelled' | 'lost'][] => {
      const row = rowsById.get(id);
      if (row?.claim !== claim) return [[id, 'lost']];
      return row.cancelling ? [[id, 'cancelled']] : [];
    }),
  );
}
