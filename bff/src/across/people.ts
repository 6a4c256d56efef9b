import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';

/** Registrations that wait for somebody to let them in. */
export async function waitingPeople(db: Database): Promise<NonNullable<Schemas['OverviewAnswer']['data']['people']>> {
  const row = await db('user').where('status', 'pending').count({ n: '*' }).min({ oldest: 'create_time' }).first();
  return { pending: Number(row?.n), oldest: row?.oldest ? new Date(row.oldest).toISOString() : null };
}
