import type { Knex } from 'knex';
import { type Database, executeTogether, fromNow, transact } from '#database';
import type { Schemas } from '#http/contract.ts';

type RetentionSettings = Pick<Schemas['Settings'], 'userLogDays' | 'signInWindowMinutes' | 'deliveryDays' | 'taskDays'>;

interface ExpiredRows {
  table: string;
  keys: string[];
  /** Rows to remove at once, where each is more than a row. */
  batch?: number;
  /** Narrows the rows of the table to those that nobody needs any more. */
  filter(rows: Knex.QueryBuilder): Knex.QueryBuilder;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function expiredRows(
  db: Database,
  { userLogDays, signInWindowMinutes, deliveryDays, taskDays }: RetentionSettings,
): ExpiredRows[] {
  const ago = (ms: number) => fromNow(db, -ms);
  return [
    // the oldest first: who reads the log page by page relies on it
    {
      table: 'user_log',
      keys: ['id'],
      filter: (rows) => rows.where('time', '<', ago(userLogDays * DAY_MS)).orderBy('time'),
    },
    {
      table: 'sign_in_failure',
      keys: ['id'],
      filter: (rows) => rows.where('time', '<', ago(Math.max(DAY_MS, signInWindowMinutes * MINUTE_MS))),
    },
    {
      table: 'session',
      keys: ['id'],
      filter: (rows) => rows.where('expire_time', '<', ago(7 * DAY_MS)).orWhere('revoke_time', '<', ago(7 * DAY_MS)),
    },
    { table: 'one_time_token', keys: ['hash'], filter: (rows) => rows.where('expire_time', '<', ago(DAY_MS)) },
    {
      table: 'mail_outbox',
      keys: ['id'],
      // sent, or given up
      filter: (rows) =>
        rows
          .whereNull('next_time')
          .where('time', '<', ago(30 * DAY_MS))
          .whereRaw('COALESCE(sent_time, time) < ?', [ago(30 * DAY_MS)]),
    },
    { table: 'delivery', keys: ['id'], filter: (rows) => rows.where('time', '<', ago(deliveryDays * DAY_MS)) },
    {
      table: 'sync_sample',
      keys: ['subscriber_id', 'entity', 'time'],
      filter: (rows) => rows.where('time', '<', ago(2 * DAY_MS)),
    },
    // a task goes with its file
    { table: 'task', keys: ['id'], batch: 10, filter: (rows) => rows.where('end_time', '<', ago(taskDays * DAY_MS)) },
  ];
}

/**
 * Removes what is past keeping, a batch at a time and by its keys, found without a lock: nobody who writes waits for more
 * than one batch, and several processes may do it at once. Answers how many rows it found; `onBatch` is told as they grow.
 */
export async function pruneExpiredRows(
  db: Database,
  keeping: RetentionSettings,
  { batch = 1000, onBatch }: { batch?: number; onBatch?(removed: number): Promise<void> } = {},
): Promise<number> {
  let removed = 0;
  for (const { table, keys, filter, batch: own = batch } of expiredRows(db, keeping)) {
    const deletion = `DELETE FROM ?? WHERE ${keys.map(() => '?? = ?').join(' AND ')}`;
    let found = own;
    while (found === own) {
      const rows: Record<string, unknown>[] = await filter(db(table)).limit(own).select(keys);
      // a statement for each: given a list, the database would rather read, and wait for, every row of a small table
      const deletions = rows.map((row) => ({
        sql: deletion,
        values: [table, ...keys.flatMap((key) => [key, row[key]])],
      }));
      await transact(db, (trx) => executeTogether(trx, deletions));
      found = rows.length;
      removed += found;
      await onBatch?.(removed);
    }
  }
  return removed;
}
