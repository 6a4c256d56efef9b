import type { SettingValues } from '#config/settings.ts';
import { type Database, fromNow, now } from '#database';
import { Problem } from '#http/problem.ts';

export type SignInLimits = Pick<
  SettingValues,
  'signInWindowMinutes' | 'failuresPerAccountAndAddress' | 'failuresPerAddress' | 'failuresPerAccount'
>;

interface SignInAttempt {
  /** The user name of the account; the typed name if it is unknown; for codes the hash of the secret. */
  account: string;
  address: string;
}

/** Whether there were too many failures within the window before this attempt. */
async function tooManyFailures(
  db: Database,
  limits: SignInLimits,
  { account, address }: SignInAttempt,
  failureId: number,
): Promise<boolean> {
  const since = fromNow(db, -limits.signInWindowMinutes * 60_000);
  const count = (where: Partial<SignInAttempt>) =>
    db('sign_in_failure').where(where).where('id', '<', failureId).where('time', '>', since).count({ n: '*' }).first();
  const [fromAccountAndAddress, fromAddress, fromAccount] = await Promise.all([
    count({ account, address }),
    count({ address }),
    count({ account }),
  ]);
  return (
    Number(fromAccountAndAddress?.n) >= limits.failuresPerAccountAndAddress ||
    Number(fromAddress?.n) >= limits.failuresPerAddress ||
    Number(fromAccount?.n) >= limits.failuresPerAccount
  );
}

const tooManyRequests = (limits: SignInLimits) =>
  new Problem('tooManyRequests', { retryAfter: limits.signInWindowMinutes * 60 });

async function recordFailure(db: Database, attempt: SignInAttempt): Promise<number> {
  const [id = 0] = await db('sign_in_failure').insert({ ...attempt, time: now(db) });
  return id;
}

const hasSignedInFrom = async (db: Database, userId: number, address: string): Promise<boolean> =>
  (await db('sign_in_address').where({ user_id: userId, address }).first()) !== undefined;

/**
 * Returns whether `check` succeeds, and counts failures. @throws Problem `tooManyRequests` after too many failures. The right password
 * always succeeds from an address where the account has signed in before, so that nobody can lock out another user.
 */
export async function attemptWithinLimits(
  db: Database,
  limits: SignInLimits,
  attempt: SignInAttempt,
  userId: number | undefined,
  check: () => Promise<boolean>,
): Promise<boolean> {
  // recorded before the check, so that concurrent attempts count each other
  const failureId = await recordFailure(db, attempt);
  let isFailure = false;
  try {
    const isLimited = await tooManyFailures(db, limits, attempt, failureId);
    const isKnownAddress = isLimited && userId !== undefined && (await hasSignedInFrom(db, userId, attempt.address));
    if (isLimited && !isKnownAddress) throw tooManyRequests(limits);
    if (await check()) return true;
    if (isLimited) throw tooManyRequests(limits);
    isFailure = true;
    return false;
  } finally {
    if (!isFailure) await db('sign_in_failure').where('id', failureId).delete();
  }
}

export const rememberAddress = (db: Database, userId: number, address: string) =>
  db('sign_in_address')
    .insert({ user_id: userId, address, time: now(db) })
    .onConflict(['user_id', 'address'])
    .merge(['time']);
