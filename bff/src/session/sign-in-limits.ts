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

/** True where the failures of the last 15 minutes, before this guess, refuse it. Only failed sign-ins count. */
async function tooManyFailures(db: Database, { account, address }: Attempt, guessId: number): Promise<boolean> {
  const count = (where: Partial<Attempt>) =>
    db('sign_in_failure').where(where).where('id', '<', guessId).where('time', '>', since()).count({ n: '*' }).first();
  const [both, here, known] = await Promise.all([count({ account, address }), count({ address }), count({ account })]);
  return Number(both?.n) >= perAccountAndAddress || Number(here?.n) >= perAddress || Number(known?.n) >= perAccount;
}

const tooManyAttempts = () => new Problem('tooManyRequests', { retryAfter: minutes * 60 });

async function recordFailure(db: Database, attempt: Attempt): Promise<number> {
  const [id = 0] = await db('sign_in_failure').insert({ ...attempt, time: new Date() });
  return id;
}

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
  // counted before it is checked, so that guesses at the same time count one another
  const guessId = await recordFailure(db, attempt);
  let counts = false;
  try {
    const limited = await tooManyFailures(db, attempt, guessId);
    const known = limited && userId !== undefined && (await isKnownAddress(db, userId, attempt.address));
    if (limited && !known) throw tooManyAttempts();
    if (await check()) return true;
    if (limited) throw tooManyAttempts();
    counts = true;
    return false;
  } finally {
    if (!counts) await db('sign_in_failure').where('id', guessId).delete();
  }
}

export const rememberAddress = (db: Database, userId: number, address: string) =>
  db('sign_in_address')
    .insert({ user_id: userId, address, time: new Date() })
    .onConflict(['user_id', 'address'])
    .merge(['time']);
