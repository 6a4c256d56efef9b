import { type Database, fromNow, transact } from '#database';
import { Problem } from '#http/problem.ts';
import { type Doer, logAct } from '#logs/user-log.ts';
import type { Limits } from './sign-in-limits.ts';

const key = 'tooManyRequests';

/** Whether the log has told lately that guesses from the address are too many. */
async function isTold(db: Database, address: string, { signInWindowMinutes }: Limits): Promise<boolean> {
  const told = db('user_log')
    .where({ address, act: 'signInRefused' })
    .where('time', '>', fromNow(db, -signInWindowMinutes * 60_000))
    .whereRaw("JSON_UNQUOTE(JSON_EXTRACT(details, '$.key')) = ?", key);
  return (await told.first('id')) !== undefined;
}

/**
 * Writes a sign-in that was refused into the log, and throws its error on. What is refused for being too many is told once
 * per address and window: whoever floods the sign-in fills no log.
 */
export const logRefused =
  (db: Database, limits: Limits, doer: Omit<Doer, 'userId'>) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof Problem) await logOnce(db, limits, doer, error);
    throw error;
  };

const logOnce = (db: Database, limits: Limits, doer: Omit<Doer, 'userId'>, problem: Problem): Promise<void> =>
  // in one transaction, so that as many at once as there are connections tell it at most
  transact(db, async (trx) => {
    if (problem.key === key && (await isTold(trx, doer.address, limits))) return;
    const act = ['invalidCredentials', 'validationError'].includes(problem.key) ? 'signInFailed' : 'signInRefused';
    await logAct(trx, { ...doer, userId: null, act, details: { key: problem.key } });
  });
