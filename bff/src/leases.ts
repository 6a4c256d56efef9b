import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, fromNow, isDue, type Transaction, transact } from '#database';

/**
 * A row that a worker has for a while. Every write of the worker names the lease, so that whoever dies with a row leaves it to
 * others, and whoever outlives the lease writes nothing any more.
 */
export interface Lease {
  table: 'task' | 'mail_outbox' | 'sync_lane';
  /** What names the row, and the lease itself. */
  where: Record<string, string | number | null>;
}

/**
 * Locks the first row of a query that no other worker has locked, and lets `take` write a lease into it, in one transaction.
 * Undefined where there is none.
 */
export const claimFirst = <Taken>(
  db: Database,
  dueRows: (by: Database) => Knex.QueryBuilder,
  // biome-ignore lint/suspicious/noExplicitAny: Knex does not type the rows of a query builder
  take: (trx: Transaction, row: any) => Promise<Taken | undefined>,
): Promise<Taken | undefined> =>
  transact(db, async (trx) => {
    const row = await dueRows(trx).forUpdate().skipLocked().first();
    return row && take(trx, row);
  });

/** The columns of a new lease. */
export const newLease = (db: Database, leaseMs: number) => ({
  claim: randomUUID() as string,
  claimed_until: fromNow(db, leaseMs),
});

/** Whether a lease is over, as a condition; none is for longer than `maxLeaseMs`. */
export const isLeaseOver = (db: Database, maxLeaseMs: number) => isDue(db, 'claimed_until', maxLeaseMs);

/** The columns of a row that nobody has. */
export const NO_LEASE = { claim: null, claimed_until: null };

/** Writes columns of a leased row. False where the lease is another worker's by now. */
export const writeLeased = async (db: Database, { table, where }: Lease, columns: object): Promise<boolean> =>
  (await db(table).where(where).update(columns)) > 0;

/** Goes on having a row, and writes what else changed of it. False where the lease is another worker's by now. */
export const renewLease = (db: Database, lease: Lease, leaseMs: number, columns: object = {}): Promise<boolean> =>
  writeLeased(db, lease, { ...columns, claimed_until: fromNow(db, leaseMs) });
