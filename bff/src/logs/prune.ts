import type { Knex } from 'knex';
import { type Database, transact } from '#database';
import type { Schemas } from '#http/contract.ts';

export type Keeping = Pick<Schemas['Settings'], 'userLogDays' | 'signInWindowMinutes'>;

interface Past {
  table: string;
  key: string;
  /** Narrows the rows of the table to those that nobody needs any more. */
  only(rows: Knex.QueryBuilder): Knex.QueryBuilder;
}

const minute = 60_000;
const day = 24 * 60 * minute;

function whatIsPast({ userLogDays, signInWindowMinutes }: Keeping): Past[] {
  const now = Date.now();
  const ago = (time: number) => new Date(now - time);
  return [
    // the oldest first: who reads the log page by page relies on it
    { table: 'user_log', key: 'id', only: (rows) => rows.where('time', '<', ago(userLogDays * day)).orderBy('time') },
    {
      table: 'sign_in_failure',
      key: 'id',
      only: (rows) => rows.where('time', '<', ago(Math.max(day, signInWindowMinutes * minute))),
    },
    {
      table: 'session',
      key: 'id',
      only: (rows) => rows.where('expire_time', '<', ago(7 * day)).orWhere('revoke_time', '<', ago(7 * day)),
    },
    { table: 'one_time_token', key: 'hash', only: (rows) => rows.where('expire_time', '<', ago(day)) },
    {
      table: 'mail_outbox',
      key: 'id',
      // sent, or given up
      only: (rows) =>
        rows
          .whereNull('next_time')
          .where('time', '<', ago(30 * day))
          .whereRaw('COALESCE(sent_time, time) < ?', ago(30 * day)),
    },
  ];
}

/**
 * Removes what is past keeping, a batch at a time and by its keys, found without a lock: nobody who writes waits for more
 * than one batch, and several processes may do it at once.
 */
export async function prune(
  db: Database,
  keeping: Keeping,
  { batch = 1000, signal }: { batch?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for (const { table, key, only } of whatIsPast(keeping)) {
    let found = batch;
    while (found === batch && !signal?.aborted) {
      const keys = await only(db(table)).limit(batch).pluck(key);
      await transact(db, async (trx) => {
        // one by one: given a list, the database would rather read, and wait for, every row of a small table
        for (const value of keys) await trx(table).where(key, value).delete();
      });
      found = keys.length;
    }
  }
}
