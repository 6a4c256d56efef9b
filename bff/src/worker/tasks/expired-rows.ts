import type { Knex } from 'knex';
import { type Database, executeTogether, fromNow, type Statement, transact } from '#database';
import type { Schemas } from '#http/contract.ts';

type RetentionSettings = Pick<Schemas['Settings'], 'userLogDays' | 'signInWindowMinutes' | 'deliveryDays' | 'taskDays'>;

interface ExpiryRule {
  table: string;
  keys: string[];
  /** The size of batches, if removing a row also removes rows of other tables. */
  batchRows?: number;
  /** A condition that is checked again when a row is removed: somebody may have retried its task meanwhile. */
  condition?: Statement;
  /** Restricts a query to expired rows. */
  filter(rows: Knex.QueryBuilder): Knex.QueryBuilder;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function expiryRules(
  db: Database,
  { userLogDays, signInWindowMinutes, deliveryDays, taskDays }: RetentionSettings,
): ExpiryRule[] {
  const timeAgo = (ms: number) => fromNow(db, -ms);
  const expiredTasks = (rows: Knex.QueryBuilder) => rows.where('end_time', '<', timeAgo(taskDays * DAY_MS));
  const taskCutoff = 'NOW(3) - INTERVAL ? DAY';
  return [
    // the oldest first, as reading the log page by page relies on it
    {
      table: 'user_log',
      keys: ['id'],
      filter: (rows) => rows.where('time', '<', timeAgo(userLogDays * DAY_MS)).orderBy('time'),
    },
    {
      table: 'sign_in_failure',
      keys: ['id'],
      filter: (rows) => rows.where('time', '<', timeAgo(Math.max(DAY_MS, signInWindowMinutes * MINUTE_MS))),
    },
    {
      table: 'session',
      keys: ['id'],
      filter: (rows) =>
        rows.where('expire_time', '<', timeAgo(7 * DAY_MS)).orWhere('revoke_time', '<', timeAgo(7 * DAY_MS)),
    },
    { table: 'one_time_token', keys: ['hash'], filter: (rows) => rows.where('expire_time', '<', timeAgo(DAY_MS)) },
    {
      table: 'mail_outbox',
      keys: ['id'],
      // emails that were sent or given up
      filter: (rows) =>
        rows
          .whereNull('next_time')
          .where('time', '<', timeAgo(30 * DAY_MS))
          .whereRaw('COALESCE(sent_time, time) < ?', [timeAgo(30 * DAY_MS)]),
    },
    { table: 'delivery', keys: ['id'], filter: (rows) => rows.where('time', '<', timeAgo(deliveryDays * DAY_MS)) },
    {
      table: 'sync_sample',
      keys: ['subscriber_id', 'entity', 'time'],
      filter: (rows) => rows.where('time', '<', timeAgo(2 * DAY_MS)),
    },
    {
      table: 'presence',
      keys: ['session_id', 'entity', 'record_id', 'form'],
      filter: (rows) => rows.where('seen_time', '<', timeAgo(DAY_MS)),
    },
    // views that nobody sees any more: their owner's account was deleted, and no role has them
    {
      table: 'saved_view',
      keys: ['id'],
      filter: (rows) =>
        rows
          .whereNull('user_id')
          .whereNotExists(db('saved_view_role').where('view_id', db.ref('saved_view.id')).select('role_id')),
    },
    // before their tasks, with which up to 100,000 of each would be removed in one transaction
    {
      table: 'bulk_change_record',
      keys: ['task_id', 'record_id'],
      filter: (rows) => rows.whereIn('task_id', expiredTasks(db('task')).select('id')),
      // with a lock, for which a retry waits: it then finds that records are missing
      condition: {
        sql: `(SELECT end_time FROM task WHERE id = bulk_change_record.task_id LOCK IN SHARE MODE) < ${taskCutoff}`,
        values: [taskDays],
      },
    },
    // removing a task also removes its file
    {
      table: 'task',
      keys: ['id'],
      batchRows: 10,
      filter: expiredTasks,
      condition: { sql: `end_time < ${taskCutoff}`, values: [taskDays] },
    },
  ];
}

/**
 * Removes expired rows in batches. The keys are found without locks, so that writes wait for at most one batch and several processes may
 * run at once. Returns the number of rows; `onBatch` receives the current number.
 */
export async function pruneExpiredRows(
  db: Database,
  settings: RetentionSettings,
  { batchRows = 1000, onBatch }: { batchRows?: number; onBatch?(removed: number): Promise<void> } = {},
): Promise<number> {
  let removed = 0;
  for (const { table, keys, filter, condition, batchRows: batchSize = batchRows } of expiryRules(db, settings)) {
    const conditions = [...keys.map(() => '?? = ?'), ...(condition ? [condition.sql] : [])];
    const deletion = `DELETE FROM ?? WHERE ${conditions.join(' AND ')}`;
    let rowCount = batchSize;
    while (rowCount === batchSize) {
      const rows: Record<string, unknown>[] = await filter(db(table)).limit(batchSize).select(keys);
      // one statement per row, as the database may scan a small table for a list and wait for all its locks
      const deletions = rows.map((row) => ({
        sql: deletion,
        values: [table, ...keys.flatMap((key) => [key, row[key]]), ...(condition?.values ?? [])],
      }));
      removed += await transact(db, (trx) => executeTogether(trx, deletions));
      rowCount = rows.length;
      await onBatch?.(removed);
    }
  }
  return removed;
}
