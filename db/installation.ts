import type { Knex } from 'knex';
import { installation } from './migrations/index.ts';

export type LockedInstallation = { trx: Knex.Transaction; needsSeeds: boolean; recordSeeds(): Promise<void> };

/** How long a process waits for another one that migrates. The lock of a killed process is released with its connection. */
const MAX_WAIT_SECONDS = 3600;

/**
 * Runs `work` while the single row of `installation` is locked, so that only one of several processes migrates a database at a
 * time. Seeds are written in the transaction that holds the lock, so they commit together with the record of them.
 */
export async function withInstallationLock<T>(
  knex: Knex,
  onWait: () => void,
  work: (locked: LockedInstallation) => Promise<T>,
): Promise<T> {
  await installation.up(knex);
  await createRow(knex);
  return knex.transaction(async (trx) => {
    const needsSeeds = await lockRow(trx, onWait);
    return work({
      trx,
      needsSeeds,
      recordSeeds: async () => {
        await trx('installation').where({ id: 1 }).update({ seed_time: new Date() });
      },
    });
  });
}

/** Commits the row before the first migration, so the seeds are still written after a kill during the migrations. */
async function createRow(knex: Knex): Promise<void> {
  const now = new Date();
  const migratedBefore = (await knex.schema.hasTable('migration')) && (await knex('migration').first('id'));
  await knex('installation')
    .insert({ id: 1, create_time: now, seed_time: migratedBefore ? now : null })
    .onConflict('id')
    .ignore();
}

async function lockRow(trx: Knex.Transaction, onWait: () => void): Promise<boolean> {
  // Only a locking read, because a plain read would fix the transaction's snapshot before the migrations create tables.
  const query = trx('installation').where({ id: 1 }).first('seed_time').forUpdate();
  const lockedRow: { seed_time: Date | null } = await query
    .clone()
    .noWait()
    .catch(async (error: NodeJS.ErrnoException) => {
      if (!LOCK_ERROR_CODES.has(error.code ?? '')) throw error;
      onWait();
      await trx.raw('SET SESSION innodb_lock_wait_timeout = ?', [MAX_WAIT_SECONDS]);
      return query;
    });
  return lockedRow.seed_time === null;
}

/** The errors of NOWAIT if the row is locked: MariaDB's, then MySQL's. */
const LOCK_ERROR_CODES = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);
