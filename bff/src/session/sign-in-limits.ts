import type { SettingValues } from '#config/settings.ts';
import { type Database, fromNow, now } from '#database';
import { Problem } from '#http/problem.ts';

export type Limits = Pick<
  SettingValues,
  'signInWindowMinutes' | 'failuresPerAccountAndAddress' | 'failuresPerAddress' | 'failuresPerAccount'
>;

interface Attempt {
  /** The user name, however the account was named; of an unknown account what was typed; of a code its secret's hash. */
  account: string;
  address: string;
}

/** True where the failures within the window, before this guess, refuse it. Only failed sign-ins count. */
async function tooManyFailures(
  db: Database,
  limits: Limits,
  { account, address }: Attempt,
  guessId: number,
): Promise<boolean> {
  const since = fromNow(db, -limits.signInWindowMinutes * 60_000);
  const count = (where: Partial<Attempt>) =>
    db('sign_in_failure').where(where).where('id', '<', guessId).where('time', '>', since).count({ n: '*' }).first();
  const [both, here, known] = await Promise.all([count({ account, address }), count({ address }), count({ account })]);
  return (
    Number(both?.n) >= limits.failuresPerAccountAndAddress ||
    Number(here?.n) >= limits.failuresPerAddress ||
    Number(known?.n) >= limits.failuresPerAccount
  );
}

const tooManyRequests = (limits: Limits) =>
  new Problem('tooManyRequests', { retryAfter: limits.signInWindowMinutes * 60 });

async function recordFailure(db: Database, attempt: Attempt): Promise<number> {
  const [id = 0] = await db('sign_in_failure').insert({ ...attempt, time: now(db) });
  return id;
}

const hasSignedInFrom = async (db: Database, userId: number, address: string): Promise<boolean> =>
  (await db('sign_in_address').where({ user_id: userId, address }).first()) !== undefined;

/**
 * Whether the password is right, as `check` says; a wrong one counts. Throws `tooManyRequests` where too many did, but a
 * right one always passes from an address where the account signed in before, so that nobody can lock another out.
 */
export async function attemptWithinLimits(
  db: Database,
  limits: Limits,
  attempt: Attempt,
  userId: number | undefined,
  check: () => Promise<boolean>,
): Promise<boolean> {
  // counted before it is checked, so that guesses at the same time count one another
  const guessId = await recordFailure(db, attempt);
  let counts = false;
  try {
    const limited = await tooManyFailures(db, limits, attempt, guessId);
    const known = limited && userId !== undefined && (await hasSignedInFrom(db, userId, attempt.address));
    if (limited && !known) throw tooManyRequests(limits);
    if (await check()) return true;
    if (limited) throw tooManyRequests(limits);
    counts = true;
    return false;
  } finally {
    if (!counts) await db('sign_in_failure').where('id', guessId).delete();
  }
}

export const rememberAddress = (db: Database, userId: number, address: string) =>
  db('sign_in_address')
    .insert({ user_id: userId, address, time: now(db) })
    .onConflict(['user_id', 'address'])
    .merge(['time']);
