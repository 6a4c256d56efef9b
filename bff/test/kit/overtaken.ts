import { expect } from 'vitest';
import type { Database, Transaction } from '../../src/database.ts';
import { LOCK_WAITS_INTERVAL_MS, lockWaits } from './lock-waits.ts';

/** What a call answers that another transaction overtakes: it has begun, waits for a lock, and goes on after the change. */
export async function overtaken<T>(
  db: Database,
  call: () => Promise<T>,
  by: (trx: Transaction) => Promise<unknown>,
): Promise<T> {
  const holder = await db.transaction();
  try {
    await by(holder);
    const reply = call();
    await expect.poll(() => lockWaits(db), { timeout: 30_000, interval: LOCK_WAITS_INTERVAL_MS }).toHaveLength(1);
    await holder.commit();
    return await reply;
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}
