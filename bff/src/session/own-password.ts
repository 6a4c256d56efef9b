import type { Settings } from '#config/settings.ts';
import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { checkPassword } from './passwords.ts';
import { guess } from './sign-in-limits.ts';

interface Deps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** Columns of the caller's own account; throws `unauthorized` where it has been deleted since the call began. */
export async function ownRow<Row extends object>(db: Database, userId: number, ...columns: string[]): Promise<Row> {
  const row: Row | undefined = await db('user')
    .where('id', userId)
    .first(...columns);
  if (!row) throw new Problem('unauthorized');
  return row;
}

/** Throws `wrongPassword` at `pointer` where it is not the caller's own; wrong ones count as failed sign-ins. */
export async function expectOwnPassword(
  { db, settings }: Deps,
  { caller, address }: { caller: Caller; address: string },
  password: string,
  pointer: string,
): Promise<void> {
  const { password_hash } = await ownRow<{ password_hash: string | null }>(db, caller.id, 'password_hash');
  const attempt = { account: caller.username, address };
  const check = () => checkPassword(password_hash, password);
  if (!(await guess(db, await settings.current(), attempt, caller.id, check)))
    throw invalid({ pointer, rule: 'wrongPassword' });
}
