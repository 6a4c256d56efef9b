import type { Database } from '#database';

/** Whether the database is migrated and seeded: the launcher writes `seed_time` when both are done. */
export async function isSeeded(db: Database): Promise<boolean> {
  const installation = await db('installation').first('seed_time');
  return Boolean(installation?.seed_time);
}
