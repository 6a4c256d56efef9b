import type { Knex } from 'knex';
import { beyond, holdingsOfUsers } from '#access/reach.ts';
import { type Database, now } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';

export type Account = Schemas['Account'];

interface Row {
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

const openSessions = (db: Database) =>
  db('session')
    .where('session.user_id', db.ref('user.id'))
    .whereNull('session.revoke_time')
    .where('session.expire_time', '>', now(db))
    .count()
    .as('open_sessions');

const rolesOf = (db: Database, userIds: number[]): Promise<RoleOfUser[]> =>
  db('user_role')
    .join('role', 'role.id', 'user_role.role_id')
    .whereIn('user_role.user_id', userIds)
    .orderBy('role.name')
    .select('user_role.user_id as userId', 'role.id', 'role.name', 'role.display_name as displayName');

/** Those users of a query of `user`, in its order, as this caller sees them; four statements however many they are. */
export async function readAccounts(db: Database, users: Knex.QueryBuilder, caller: Caller): Promise<Account[]> {
  const rows: Row[] = await users.select('user.*', openSessions(db));
  const ids = rows.map(({ id }) => id);
  const [roles, holdings] = await Promise.all([rolesOf(db, ids), holdingsOfUsers(db, ids)]);
  return rows.map((row) => {
    const holding = holdings.get(row.id) ?? { administrator: false, permissions: [] };
    return {
      ...toFields(row),
      roles: roles.filter(({ userId }) => userId === row.id).map(({ userId: _, ...role }) => role),
      administrator: holding.administrator,
      withinReach: beyond(caller, holding) === undefined,
    };
  });
}

const toFields = (row: Row): Omit<Account, 'roles' | 'administrator' | 'withinReach'> => ({
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
