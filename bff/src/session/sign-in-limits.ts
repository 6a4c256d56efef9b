import type { Database } from '#database';
import { Problem } from '#http/problem.ts';

const minutes = 15;
const perAccountAndAddress = 10;
const perAddress = 100;
const perAccount = 100;

export interface Attempt {
  /** What was typed as user name or e-mail, folded to lower case. */
  account: string;
  address: string;
}

const since = () => new Date(Date.now() - minutes * 60_000);

/** True where the failures of the last 15 minutes refuse another guess. Only failed sign-ins count. */
export async function tooManyFailures(db: Database, { account, address }: Attempt): Promise<boolean> {
  const count = (where: Partial<Attempt>) =>
    db('sign_in_failure').where(where).where('time', '>', since()).count({ n: '*' }).first();
  const [both, here, known] = await Promise.all([count({ account, address }), count({ address }), count({ account })]);
  return Number(both?.n) >= perAccountAndAddress || Number(here?.n) >= perAddress || Number(known?.n) >= perAccount;
}

export const tooManyAttempts = () => new Problem('tooManyRequests', { retryAfter: minutes * 60 });

export const recordFailure = (db: Database, attempt: Attempt) =>
  db('sign_in_failure').insert({ ...attempt, time: new Date() });

export const isKnownAddress = async (db: Database, userId: number, address: string): Promise<boolean> =>
  (await db('sign_in_address').where({ user_id: userId, address }).first()) !== undefined;

export const rememberAddress = (db: Database, userId: number, address: string) =>
  db('sign_in_address')
    .insert({ user_id: userId, address, time: new Date() })
    .onConflict(['user_id', 'address'])
    .merge(['time']);
