import { expect, vi } from 'vitest';
import type { Database, Transaction } from '../../src/database.ts';

/** What a call answers that another transaction overtakes: it has begun, waits for the user, and goes on after the change. */
export async function overtaken<T>(
  db: Database,
  call: () => Promise<T>,
  by: (trx: Transaction) => Promise<unknown>,
): Promise<T> {
  const holder = await db.transaction();
  try {
    await by(holder);
    const reply = call();
    const asked = db('information_schema.processlist').whereRaw(
      "db = database() and id <> connection_id() and command = 'Query'",
    );
    let before: unknown[] = [];
    const waiting = async () => {
      const [now, last] = [await asked.clone().select('query_id'), before];
      before = now;
      expect(now).toHaveLength(1);
      // what does not wait is soon another question
      expect(now).toEqual(last);
    };
    await vi.waitFor(waiting, { timeout: 30_000, interval: 100 });
    await holder.commit();
    return await reply;
  } finally {
    if (!holder.isCompleted()) await holder.rollback();
  }
}
