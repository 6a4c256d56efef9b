import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import { unlessTaken } from '#session/unless-taken.ts';

export interface NewUser {
  username: string;
  displayName: string;
  email: string;
  status: Schemas['UserStatus'];
  /** None until its owner chooses a password. */
  passwordHash?: string;
}

/** The id of a new user without roles; throws `taken` at the user name or the e-mail. */
export async function insertUser(
  db: Database,
  { username, displayName, email, status, passwordHash }: NewUser,
  by: string,
): Promise<number> {
  const now = new Date();
  const columns = { username, display_name: displayName, email, status, password_hash: passwordHash ?? null };
  const stamps = { version: 1, create_time: now, update_time: now, created_by: by, updated_by: by };
  const [id = 0] = await unlessTaken(db('user').insert({ ...columns, ...stamps }));
  return id;
}

/** Makes these the user's roles, in place of any that they had. */
export async function setRoles(db: Database, userId: number, roleIds: number[]): Promise<void> {
  await db('user_role').where('user_id', userId).delete();
  if (roleIds.length > 0) await db('user_role').insert(roleIds.map((role_id) => ({ user_id: userId, role_id })));
}
