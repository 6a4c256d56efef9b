import type { Database } from '#database';
import { Problem } from '#http/problem.ts';

const minutes = 15;
const perAccountAndAddress = 10;
const perAddress = 100;
const perAccount = 100;

export interface Attempt {
  /** The user name, however the account was named; of an unknown account what was typed. */
  account: string;
  address: string;
}

const since = () => new Date(Date.now() - minutes * 60_000);

/** True where the failures of the last 15 minutes refuse another guess. Only failed sign-ins count. */
async function tooManyFailures(db: Database, { account, address }: Attempt): Promise<boolean> {
  const count = (where: Partial<Attempt>) =>
    db('sign_in_failure').where(where).where('time', '>', since()).count({ n: '*' }).first();
  const [both, here, known] = await Promise.all([count({ account, address }), count({ address }), count({ account })]);
  return Number(both?.n) >= perAccountAndAddress || Number(here?.n) >= perAddress || Number(known?.n) >= perAccount;
}

const tooManyAttempts = () => new Problem('tooManyRequests', { retryAfter: minutes * 60 });

const recordFailure = (db: Database, attempt: Attempt) =>
  db('sign_in_failure').insert({ ...attempt, time: new Date() });

const isKnownAddress = async (db: Database, userId: number, address: string): Promise<boolean> =>
  (await db('sign_in_address').where({ user_id: userId, address }).first()) !== undefined;

/**
 * Whether the password is right, as `check` says; a wrong one counts. Throws `tooManyRequests` where too many did, but a
 * right one always passes from an address where the account signed in before, so that nobody can lock another out.
 */
export async function guess(
  db: Database,
  attempt: Attempt,
  userId: number | undefined,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const limited = await tooManyFailures(db, attempt);
  const known = limited && userId !== undefined && (await isKnownAddress(db, userId, attempt.address));
  if (limited && !known) throw tooManyAttempts();
  if (await check()) return true;
  if (limited) throw tooManyAttempts();
  await recordFailure(db, attempt);
  return false;
}

export const rememberAddress = (db: Database, userId: number, address: string) =>
  db('sign_in_address')
    .insert({ user_id: userId, address, time: new Date() })
    .onConflict(['user_id', 'address'])
    .merge(['time']);
