import type { Database } from '#database';
import { Problem } from '#http/problem.ts';
import { checkPassword } from './passwords.ts';
import type { Origin } from './sessions.ts';
import { isKnownAddress, recordFailure, rememberAddress, tooManyAttempts, tooManyFailures } from './sign-in-limits.ts';

interface Account {
  id: number;
  status: 'pending' | 'active' | 'inactive';
  password_hash: string;
}

const findAccount = (db: Database, name: string): Promise<Account | undefined> =>
  db('user').where('username', name).orWhere('email', name).first('id', 'status', 'password_hash');

/**
 * The id of the user whose password this is. Throws `invalidCredentials`, `accountPending` or `accountInactive` (these
 * two only after the right password) or `tooManyRequests`; a right password always passes from an address where the
 * account signed in before, so that nobody can lock another out.
 */
export async function signIn(db: Database, username: string, password: string, { address }: Origin): Promise<number> {
  const attempt = { account: username.toLowerCase(), address };
  const [account, limited] = await Promise.all([findAccount(db, username), tooManyFailures(db, attempt)]);
  const known = account !== undefined && (await isKnownAddress(db, account.id, address));
  if (limited && !known) throw tooManyAttempts();
  if (!(await checkPassword(account?.password_hash, password)) || !account) {
    if (limited) throw tooManyAttempts();
    await recordFailure(db, attempt);
    throw new Problem('invalidCredentials');
  }
  if (account.status === 'pending') throw new Problem('accountPending');
  if (account.status === 'inactive') throw new Problem('accountInactive');
  await rememberAddress(db, account.id, address);
  return account.id;
}
