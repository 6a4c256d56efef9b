import type { Knex } from 'knex';
import { installation } from './migrations/index.ts';

export type HeldInstallation = { trx: Knex.Transaction; seedsDue: boolean; recordSeeds(): Promise<void> };

/** How long one process waits for another that migrates; a killed one's lock is gone with its connection. */
const waitSeconds = 3600;

/**
 * Runs `work` while the one row of `installation` is locked, so that processes starting at once on one database take
 * turns. Seeds are written in the transaction that holds the lock: they and the record of them commit together.
 */
export async function holdInstallation<T>(
  knex: Knex,
  onWait: () => void,
  work: (held: HeldInstallation) => Promise<T>,
): Promise<T> {
  await installation.up(knex);
  await createRow(knex);
  return knex.transaction(async (trx) => {
    const seedsDue = await lockRow(trx, onWait);
    return work({
      trx,
      seedsDue,
      recordSeeds: async () => {
        await trx('installation').where({ id: 1 }).update({ seed_time: new Date() });
      },
    });
  });
}

/** Durable before the first migration: a kill later on still leaves the seeds due. */
async function createRow(knex: Knex): Promise<void> {
  const now = new Date();
  const migratedBefore = (await knex.schema.hasTable('migration')) && (await knex('migration').first('id'));
  await knex('installation')
    .insert({ id: 1, create_time: now, seed_time: migratedBefore ? now : null })
    .onConflict('id')
    .ignore();
}

async function lockRow(trx: Knex.Transaction, onWait: () => void): Promise<boolean> {
  // Only a locking read: a plain one would fix the transaction's snapshot, from before the tables that are yet to come.
  const row = trx('installation').where({ id: 1 }).first('seed_time').forUpdate();
  const found: { seed_time: Date | null } = await row
    .clone()
    .noWait()
    .catch(async (error: NodeJS.ErrnoException) => {
      if (!lockedErrors.has(error.code ?? '')) throw error;
      onWait();
      await trx.raw('SET SESSION innodb_lock_wait_timeout = ?', [waitSeconds]);
      return row;
    });
  return found.seed_time === null;
}

/** MariaDB answers NOWAIT with the first, MySQL with the second. */
const lockedErrors = new Set(['ER_LOCK_WAIT_TIMEOUT', 'ER_LOCK_NOWAIT']);
