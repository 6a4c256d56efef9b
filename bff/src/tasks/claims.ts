import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, fromJson, fromNow, hasCome, now, type Transaction, transact } from '#database';
import { TaskAborted, type TaskContext, type TaskErrorKey, type TaskLease } from './kinds.ts';

/** A task in hand. Every later write names the claim, so that nothing is written by who has lost it. */
export interface Claimed {
  id: number;
  kind: string;
  claim: string;
  params: unknown;
  state: unknown;
  /** How often it was begun, this time included, but for those that a stop ended. */
  attempts: number;
  cancelling: boolean;
}

export type Ending =
  | { status: 'done'; result: object }
  | { status: 'failed'; key: TaskErrorKey; error: string }
  | { status: 'cancelled' };

/** Begun so often a task fails, when its workers died. */
export const MAX_ATTEMPTS = 3;

/** Seconds after which one is tried again that the database was out of reach for. */
const RETRY_SECONDS = 5;

const secondsFromNow = (db: Database, seconds: number) => fromNow(db, seconds * 1000);

/** Those of these kinds that wait, and those whose worker has died. */
const dueTasks = (db: Database, kinds: string[], lease: number): Knex.QueryBuilder =>
  db('task')
    .whereIn('kind', kinds)
    .where((either) =>
      either
        .where((queued) => queued.where('status', 'queued').where(hasCome(db, 'next_time', 2000 * RETRY_SECONDS)))
        .orWhere((left) => left.where('status', 'running').where(hasCome(db, 'claimed_until', 2000 * lease))),
    )
    .orderBy(['next_time', 'id']);

/** Takes the task that has waited longest, for `lease` seconds; undefined where none is due, or others have taken them. */
export async function claimTask(db: Database, kinds: string[], lease: number): Promise<Claimed | undefined> {
  while (await dueTasks(db, kinds, lease).first('id')) {
    const taken = await transact(db, async (trx) => {
      const row = await dueTasks(trx, kinds, lease).forUpdate().skipLocked().first();
      if (!row) return undefined;
      const own = trx('task').where('id', row.id);
      if (row.status === 'running' && row.attempts >= MAX_ATTEMPTS) {
        await own.update(
          endColumns(trx, { status: 'failed', key: 'workerDied', error: `Its worker died ${row.attempts} times.` }),
        );
        return 'failed' as const;
      }
      const claim = randomUUID();
      await own.update({
        status: 'running',
        claim,
        claimed_until: secondsFromNow(trx, lease),
        attempts: row.attempts + 1,
        start_time: trx.raw('COALESCE(start_time, NOW(3))'),
      });
      return {
        id: row.id,
        kind: row.kind,
        claim,
        attempts: row.attempts + 1,
        cancelling: row.cancelling === 1,
        params: fromJson(row.params),
        state: fromJson(row.state),
      };
    });
    if (taken !== 'failed') return taken;
  }
  return undefined;
}

const endColumns = (db: Database, { status, ...outcome }: Ending) => ({
  status,
  claim: null,
  claimed_until: null,
  unique_key: null,
  cancelling: 0,
  end_time: now(db),
  error: 'error' in outcome ? outcome.error.slice(0, 500) : null,
  error_key: 'error' in outcome ? outcome.key : null,
  result: 'result' in outcome ? JSON.stringify(outcome.result) : null,
});

/** Throws where another has it by now. */
async function writeClaimed(
  db: Database,
  { id, claim }: Pick<Claimed, 'id' | 'claim'>,
  columns: Record<string, unknown>,
): Promise<void> {
  if ((await db('task').where({ id, claim }).update(columns)) === 0) throw new TaskAborted('lost');
}

/** Throws where another has it by now; nobody takes it before the transaction ends. */
export async function assertLease(trx: Transaction, { id, claim }: Claimed): Promise<void> {
  if (!(await trx('task').where({ id, claim }).forUpdate().first('id'))) throw new TaskAborted('lost');
}

/** Goes on having a task, and writes what changed of it. */
export const renewLease = (
  db: Database,
  task: Pick<Claimed, 'id' | 'claim'>,
  lease: number,
  columns: Record<string, unknown> = {},
) => writeClaimed(db, task, { ...columns, claimed_until: secondsFromNow(db, lease) });

/** How a task says how far it is, and that nothing of it is left to do. Throws where another has it by now. */
export const leaseWriter = (db: Database, lease: TaskLease): Pick<TaskContext, 'progress' | 'release'> => ({
  progress: (done, total, state, by = db) =>
    renewLease(by, lease, lease.seconds, {
      progress: done,
      ...(total !== undefined && { total }),
      ...(state !== undefined && { state: JSON.stringify(state) }),
    }),
  release: (by) => renewLease(by, lease, lease.seconds, { unique_key: null }),
});

export const endTask = (db: Database, task: Claimed, ending: Ending) => writeClaimed(db, task, endColumns(db, ending));

const RELEASED = { status: 'queued', claim: null, claimed_until: null };

/** For another worker to take at once, as if it had not been begun here. */
export const releaseTask = (db: Database, task: Claimed) =>
  writeClaimed(db, task, { ...RELEASED, next_time: now(db), attempts: task.attempts - 1 });

/** To be tried again a little later. */
export const retryTaskLater = (db: Database, task: Claimed) =>
  writeClaimed(db, task, { ...RELEASED, next_time: secondsFromNow(db, RETRY_SECONDS) });

/** Of the tasks in hand which are to be cancelled, and which somebody else has by now. */
export async function findAborted(db: Database, tasks: Claimed[]): Promise<Map<number, 'cancelled' | 'lost'>> {
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
