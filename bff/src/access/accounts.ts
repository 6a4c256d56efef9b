import type { Knex } from 'knex';
import { type Database, now, refuseTakenValue, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import {
  expectAdministratorLeft,
  expectWithinReach,
  lockAccessChanges,
  missingRight,
  readRightsByUser,
} from './rights.ts';

export type Account = Schemas['Account'];

interface AccountRow {
  id: number;
  username: string;
  display_name: string;
  email: string;
  status: Account['status'];
  reason: string | null;
  totp_secret: string | null;
  last_seen: Date | null;
  version: number;
  create_time: Date;
  update_time: Date;
  created_by: string;
  updated_by: string;
  open_sessions: number;
}

type RoleOfUser = Account['roles'][number] & { userId: number };

const countOpenSessions = (db: Database) =>
  db('session')
    .where('session.user_id', db.ref('user.id'))
    .whereNull('session.revoke_time')
    .where('session.expire_time', '>', now(db))
    .count()
    .as('open_sessions');

const readRolesOf = (db: Database, userIds: number[]): Promise<RoleOfUser[]> =>
  db('user_role')
    .join('role', 'role.id', 'user_role.role_id')
    .whereIn('user_role.user_id', userIds)
    .orderBy('role.name')
    .select('user_role.user_id as userId', 'role.id', 'role.name', 'role.display_name as displayName');

/** Reads the users of a query as this caller sees them, with four statements in total. */
export async function readAccounts(db: Database, users: Knex.QueryBuilder, caller: Caller): Promise<Account[]> {
  const rows: AccountRow[] = await users.select('user.*', countOpenSessions(db));
  const ids = rows.map(({ id }) => id);
  const [roles, rightsByUser] = await Promise.all([readRolesOf(db, ids), readRightsByUser(db, ids)]);
  return rows.map((row) => {
    const rights = rightsByUser.get(row.id) ?? { administrator: false, permissions: [] };
    return {
      ...toFields(row),
      roles: roles.filter(({ userId }) => userId === row.id).map(({ userId: _, ...role }) => role),
      administrator: rights.administrator,
      withinReach: missingRight(caller, rights) === undefined,
    };
  });
}

const toFields = (row: AccountRow): Omit<Account, 'roles' | 'administrator' | 'withinReach'> => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  email: row.email,
  status: row.status,
  secondFactor: row.totp_secret !== null,
  lastSeen: row.last_seen?.toISOString() ?? null,
  openSessions: Number(row.open_sessions),
  reason: row.reason,
  version: row.version,
  createTime: row.create_time.toISOString(),
  updateTime: row.update_time.toISOString(),
  createdBy: row.created_by,
  updatedBy: row.updated_by,
});

/** Reads a user. @throws Problem notFound */
export async function findUser(db: Database, id: number, caller: Caller): Promise<Account> {
  const [account] = await readAccounts(db, db('user').where('user.id', id), caller);
  if (!account) throw new Problem('notFound');
  return account;
}

interface UserRequest {
  path: { id: number };
  caller: Caller;
}

/** Locks and reads a user whom the caller may manage. @throws Problem notFound, or `beyondReach` if the user has more permissions than the caller */
export async function lockManageableUser(trx: Transaction, { path: { id }, caller }: UserRequest): Promise<Account> {
  await lockAccessChanges(trx);
  // users change their own account without waiting for that
  await trx('user').where('id', id).forUpdate().select('id');
  const account = await findUser(trx, id, caller);
  if (!account.withinReach) {
    const rights = (await readRightsByUser(trx, [id])).get(id);
    if (rights) expectWithinReach(caller, rights);
  }
  return account;
}

/** Writes the next version of a user, with these columns changed. */
export async function writeNextVersion(trx: Transaction, { id, version }: Account, by: Caller, columns: object = {}) {
  const stamps = { version: version + 1, update_time: new Date(), updated_by: by.username };
  await refuseTakenValue(
    trx('user')
      .where('id', id)
      .update({ ...columns, ...stamps }),
  );
}

/** @throws Problem `lastAdministrator` if this user, who was just changed, was the last active administrator */
export async function expectRemainingAdministrator(trx: Transaction, before: Account): Promise<void> {
  if (before.administrator && before.status === 'active') await expectAdministratorLeft(trx);
}

/** Returns how the user log refers to a user. */
export const userLogTarget = ({ id, username }: Pick<Account, 'id' | 'username'>) => ({
  kind: 'user' as const,
  id,
  name: username,
});

interface NewUser {
  username: string;
  displayName: string;
  email: string;
  status: Schemas['UserStatus'];
  /** Missing until the user chooses a password. */
  passwordHash?: string;
}

/** Creates a user without roles and returns the id. @throws Problem `taken` at the user name or the email */
export async function insertUser(
  db: Database,
  { username, displayName, email, status, passwordHash }: NewUser,
  by: string,
): Promise<number> {
  const now = new Date();
  const columns = { username, display_name: displayName, email, status, password_hash: passwordHash ?? null };
  const stamps = { version: 1, create_time: now, update_time: now, created_by: by, updated_by: by };
  const [id = 0] = await refuseTakenValue(db('user').insert({ ...columns, ...stamps }));
  return id;
}

/** Replaces the user's roles. */
export async function setRoles(db: Database, userId: number, roleIds: number[]): Promise<void> {
  await db('user_role').where('user_id', userId).delete();
  if (roleIds.length > 0) await db('user_role').insert(roleIds.map((role_id) => ({ user_id: userId, role_id })));
}
