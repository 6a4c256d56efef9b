import type { Knex } from 'knex';
import { type Database, fromNow, transact, writtenTogether } from '#database';
import type { Schemas } from '#http/contract.ts';

export type Keeping = Pick<Schemas['Settings'], 'userLogDays' | 'signInWindowMinutes' | 'deliveryDays' | 'taskDays'>;

interface Past {
  table: string;
  keys: string[];
  /** Rows to remove at once, where each is more than a row. */
  batch?: number;
  /** Narrows the rows of the table to those that nobody needs any more. */
  only(rows: Knex.QueryBuilder): Knex.QueryBuilder;
}

const minute = 60_000;
const day = 24 * 60 * minute;

function whatIsPast(db: Database, { userLogDays, signInWindowMinutes, deliveryDays, taskDays }: Keeping): Past[] {
  const ago = (ms: number) => fromNow(db, -ms);
  return [
    // the oldest first: who reads the log page by page relies on it
    {
      table: 'user_log',
      keys: ['id'],
      only: (rows) => rows.where('time', '<', ago(userLogDays * day)).orderBy('time'),
    },
    {
      table: 'sign_in_failure',
      keys: ['id'],
      only: (rows) => rows.where('time', '<', ago(Math.max(day, signInWindowMinutes * minute))),
    },
    {
      table: 'session',
      keys: ['id'],
      only: (rows) => rows.where('expire_time', '<', ago(7 * day)).orWhere('revoke_time', '<', ago(7 * day)),
    },
    { table: 'one_time_token', keys: ['hash'], only: (rows) => rows.where('expire_time', '<', ago(day)) },
    {
      table: 'mail_outbox',
      keys: ['id'],
      // sent, or given up
      only: (rows) =>
        rows
          .whereNull('next_time')
          .where('time', '<', ago(30 * day))
          .whereRaw('COALESCE(sent_time, time) < ?', [ago(30 * day)]),
    },
    { table: 'delivery', keys: ['id'], only: (rows) => rows.where('time', '<', ago(deliveryDays * day)) },
    {
      table: 'sync_sample',
      keys: ['subscriber_id', 'entity', 'time'],
      only: (rows) => rows.where('time', '<', ago(2 * day)),
    },
    // a task goes with its file
    { table: 'task', keys: ['id'], batch: 10, only: (rows) => rows.where('end_time', '<', ago(taskDays * day)) },
  ];
}

/**
 * Removes what is past keeping, a batch at a time and by its keys, found without a lock: nobody who writes waits for more
 * than one batch, and several processes may do it at once. Answers how many rows it found; `onBatch` is told as they grow.
 */
export async function prune(
  db: Database,
  keeping: Keeping,
  { batch = 1000, onBatch }: { batch?: number; onBatch?(removed: number): Promise<void> } = {},
): Promise<number> {
  let removed = 0;
  for (const { table, keys, only, batch: own = batch } of whatIsPast(db, keeping)) {
    const deletion = `DELETE FROM ?? WHERE ${keys.map(() => '?? = ?').join(' AND ')}`;
    let found = own;
    while (found === own) {
      const rows: Record<string, unknown>[] = await only(db(table)).limit(own).select(keys);
      // a statement for each: given a list, the database would rather read, and wait for, every row of a small table
      const deletions = rows.map((row) => ({
        sql: deletion,
        values: [table, ...keys.flatMap((key) => [key, row[key]])],
      }));
      await transact(db, (trx) => writtenTogether(trx, deletions));
      found = rows.length;
      removed += found;
      await onBatch?.(removed);
    }
  }
  return removed;
}
