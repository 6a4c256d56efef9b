import type { Database } from '#database';
import { Problem } from '#http/problem.ts';
import { checkPassword } from './passwords.ts';
import type { Origin } from './sessions.ts';
import { guess, rememberAddress } from './sign-in-limits.ts';

interface Account {
  id: number;
  username: string;
  status: 'pending' | 'active' | 'inactive';
  password_hash: string;
}

const findAccount = (db: Database, name: string): Promise<Account | undefined> =>
  db('user').where('username', name).orWhere('email', name).first('id', 'username', 'status', 'password_hash');

/**
 * The id of the user whose password this is. Throws `invalidCredentials`, `accountPending` or `accountInactive` (these
 * two only after the right password) or `tooManyRequests`.
 */
export async function signIn(db: Database, username: string, password: string, { address }: Origin): Promise<number> {
  const account = await findAccount(db, username);
  const attempt = { account: account?.username ?? username, address };
  const right = await guess(db, attempt, account?.id, () => checkPassword(account?.password_hash, password));
  if (!right || !account) throw new Problem('invalidCredentials');
  if (account.status === 'pending') throw new Problem('accountPending');
  if (account.status === 'inactive') throw new Problem('accountInactive');
  await rememberAddress(db, account.id, address);
  return account.id;
}
