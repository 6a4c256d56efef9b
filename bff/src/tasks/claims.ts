import type { Knex } from 'knex';
import { type Database, fromJson, fromNow, isDue, now, type Transaction } from '#database';
import { claimFirst, isLeaseOver, type Lease, NO_LEASE, newLease, renewLease, writeLeased } from '#leases';
import { TaskAborted, type TaskContext, type TaskErrorKey, type TaskLease } from './kinds.ts';

export interface ClaimedTask {
  id: number;
  kind: string;
  /** Identifies the lease together with the id. */
  claim: string;
  params: unknown;
  state: unknown;
  /** The number of starts including this one, but without runs that a shutdown ended. */
  attempts: number;
  cancelling: boolean;
}

type TaskClaim = Pick<ClaimedTask, 'id' | 'claim'>;

export type TaskEnding =
  | { status: 'done'; result: object }
  | { status: 'failed'; key: TaskErrorKey; error: string }
  | { status: 'cancelled' };

/** How often a task is started before it fails, if its worker dies or the database fails. */
export const MAX_ATTEMPTS = 3;

/** The pause before the retry of a task that failed because the database was unavailable or a transaction conflicted. */
const RETRY_MS = 5000;

/** Queries queued tasks and those whose worker has died. */
const dueTasks = (db: Database, kinds: string[], leaseMs: number): Knex.QueryBuilder =>
  db('task')
    .whereIn('kind', kinds)
    .where((any) =>
      any
        .where((queued) => queued.where('status', 'queued').where(isDue(db, 'next_time', 2 * RETRY_MS)))
        .orWhere((orphaned) => orphaned.where('status', 'running').where(isLeaseOver(db, 2 * leaseMs))),
    )
    .orderBy(['next_time', 'id']);

/** Claims the task that has been due longest; undefined if none is due or other workers have claimed all of them. */
export async function claimTask(db: Database, kinds: string[], leaseMs: number): Promise<ClaimedTask | undefined> {
  const tasks = (by: Database) => dueTasks(by, kinds, leaseMs);
  // checked first, as a transaction every second would be more expensive
  while (await tasks(db).first('id')) {
    const claimed = await claimFirst(db, tasks, async (trx, row) => {
      const taskRow = trx('task').where('id', row.id);
      if (row.status === 'running' && row.attempts >= MAX_ATTEMPTS) {
        const error = `Its worker died ${row.attempts} times.`;
        await taskRow.update(endColumns(trx, { status: 'failed', key: 'workerDied', error }));
        return 'failed' as const;
      }
      const lease = newLease(trx, leaseMs);
      const attempts = row.attempts + 1;
      await taskRow.update({
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

const endColumns = (db: Database, { status, ...outcome }: TaskEnding) => ({
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

/** @throws TaskAborted if another worker has taken over the task */
async function throwIfLost(written: Promise<boolean>): Promise<void> {
  if (!(await written)) throw new TaskAborted('lost');
}

/** Locks the lease until the transaction ends. @throws TaskAborted if another worker has taken over the task */
export async function assertLease(trx: Transaction, { id, claim }: TaskClaim): Promise<void> {
  if (!(await trx('task').where({ id, claim }).forUpdate().first('id'))) throw new TaskAborted('lost');
}

/** Extends the lease and writes other columns of the task. */
export const renewTask = (db: Database, task: TaskClaim, leaseMs: number, columns?: Record<string, unknown>) =>
  throwIfLost(renewLease(db, leaseOf(task), leaseMs, columns));

/** Creates the functions with which a task writes its progress and allows the next task of its subject. Both throw if the lease is lost. */
export const leaseWriter = (db: Database, lease: TaskLease): Pick<TaskContext, 'progress' | 'release'> => ({
  progress: (done, total, state, by = db) =>
    renewTask(by, lease, lease.seconds * 1000, {
      progress: done,
      ...(total !== undefined && { total }),
      ...(state !== undefined && { state: JSON.stringify(state) }),
    }),
  release: (by) => renewTask(by, lease, lease.seconds * 1000, { unique_key: null }),
});

export const endTask = (db: Database, task: ClaimedTask, ending: TaskEnding) =>
  throwIfLost(writeLeased(db, leaseOf(task), endColumns(db, ending)));

/** Releases a task for another worker, as if it had not been started. */
export const releaseTask = (db: Database, task: ClaimedTask) =>
  requeue(db, task, { next_time: now(db), attempts: task.attempts - 1 });

export const retryTaskLater = (db: Database, task: ClaimedTask) =>
  requeue(db, task, { next_time: fromNow(db, RETRY_MS) });

const requeue = (db: Database, task: ClaimedTask, columns: object) =>
  throwIfLost(writeLeased(db, leaseOf(task), { ...NO_LEASE, ...columns, status: 'queued' }));

/** Finds the tasks among these that were cancelled or taken over by another worker. */
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
