import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, fromNow, isDue, type Transaction, transact } from '#database';

/**
 * The right of one worker to process a row for a limited time. Every write of the worker is conditional on its lease: if the worker
 * dies, another takes the row when the lease ends, and a worker whose lease has ended can no longer write.
 */
export interface Lease {
  table: 'task' | 'mail_outbox' | 'sync_lane';
  /** Identifies the row and the lease. */
  where: Record<string, string | number | null>;
}

/**
 * Locks the first row of a query that no other worker has locked, and lets `writeLease` write a lease into it, in one transaction.
 * Undefined if there is no such row.
 */
export const claimFirst = <Claimed>(
  db: Database,
  dueRows: (by: Database) => Knex.QueryBuilder,
  // biome-ignore lint/suspicious/noExplicitAny: Knex does not type the rows of a query builder
  writeLease: (trx: Transaction, row: any) => Promise<Claimed | undefined>,
): Promise<Claimed | undefined> =>
  transact(db, async (trx) => {
    const row = await dueRows(trx).forUpdate().skipLocked().first();
    return row && writeLease(trx, row);
  });

/** Returns the columns of a new lease. */
export const newLease = (db: Database, leaseMs: number) => ({
  claim: randomUUID() as string,
  claimed_until: fromNow(db, leaseMs),
});

/**
 * Returns the SQL condition that a lease has ended. No lease lasts longer than `maxAheadMs`, so one that ends later than that was written
 * before the clock was set back, and counts as ended.
 */
export const isLeaseOver = (db: Database, maxAheadMs: number) => isDue(db, 'claimed_until', maxAheadMs);

/** The lease columns of a row without a lease. */
export const NO_LEASE = { claim: null, claimed_until: null };

/** Writes columns of a leased row; returns false if another worker has taken over the lease. */
export const writeLeased = async (db: Database, { table, where }: Lease, columns: object): Promise<boolean> =>
  (await db(table).where(where).update(columns)) > 0;

/** Extends a lease and writes other columns of its row; returns false if another worker has taken over the lease. */
export const renewLease = (db: Database, lease: Lease, leaseMs: number, columns: object = {}): Promise<boolean> =>
  writeLeased(db, lease, { ...columns, claimed_until: fromNow(db, leaseMs) });
