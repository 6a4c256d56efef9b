import type { Database } from '#database';
import type { ErrorKey, Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { checkPassword } from './passwords.ts';
import { guess, type Limits } from './sign-in-limits.ts';

export interface Account {
  id: number;
  username: string;
  status: Schemas['UserStatus'];
  password_hash: string | null;
  /** Base32; null without a second factor. */
  totp_secret: string | null;
}

const findAccount = (db: Database, name: string): Promise<Account | undefined> =>
  db('user')
    .where('username', name)
    .orWhere('email', name)
    .first('id', 'username', 'status', 'password_hash', 'totp_secret');

const shut: Partial<Record<Account['status'], ErrorKey>> = {
  pending: 'accountPending',
  inactive: 'accountInactive',
  rejected: 'accountRejected',
};

/** Throws where the account is not let in, whatever its password. */
export function expectOpen({ status }: Pick<Account, 'status'>): void {
  const key = shut[status];
  if (key) throw new Problem(key);
}

/**
 * The account whose password this is. Throws `invalidCredentials`, `accountPending`, `accountInactive` or
 * `accountRejected` (these three only after the right password) or `tooManyRequests`.
 */
export async function signIn(
  db: Database,
  limits: Limits,
  { username, password }: Schemas['Credentials'],
  address: string,
): Promise<Account> {
  const account = await findAccount(db, username);
  const attempt = { account: account?.username ?? username, address };
  const right = await guess(db, limits, attempt, account?.id, () => checkPassword(account?.password_hash, password));
  if (!right || !account) throw new Problem('invalidCredentials');
  expectOpen(account);
  return account;
}
