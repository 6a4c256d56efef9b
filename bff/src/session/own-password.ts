import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { invalid } from '#http/problem.ts';
import { checkPassword } from './passwords.ts';
import { guess } from './sign-in-limits.ts';

interface Deps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** Throws `wrongPassword` at `pointer` where it is not the caller's own; wrong ones count as failed sign-ins. */
export async function expectOwnPassword(
  { db, settings }: Deps,
  { caller, address }: { caller: Caller; address: string },
  password: string,
  pointer: string,
): Promise<void> {
  const { password_hash } = await db('user').where('id', caller.id).first('password_hash');
  const attempt = { account: caller.username, address };
  const check = () => checkPassword(password_hash, password);
  if (!(await guess(db, await settings.current(), attempt, caller.id, check)))
    throw invalid({ pointer, rule: 'wrongPassword' });
}
