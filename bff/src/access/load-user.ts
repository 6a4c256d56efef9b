import { createHash } from 'node:crypto';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { isAdministrator } from './administrator.ts';

type User = Schemas['User'];
type Role = User['roles'][number];

/** The user with roles and the permissions of each, as the contract has it. */
export async function loadUser(db: Database, id: number): Promise<User> {
  const [user, rows] = await Promise.all([
    db('user').where('id', id).first('id', 'username', 'display_name', 'email', 'status'),
    db('user_role')
      .join('role', 'role.id', 'user_role.role_id')
      .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
      .where('user_role.user_id', id)
      .orderBy(['role.name', 'role_permission.permission'])
      .select('role.name', 'role.display_name', 'role_permission.permission'),
  ]);
  const roles = new Map<string, Role>();
  for (const { name, display_name, permission } of rows) {
    const role: Role = roles.get(name) ?? { name, displayName: display_name, permissions: [] };
    if (permission) role.permissions.push({ name: permission });
    roles.set(name, role);
  }
  return {
    id: user.id,
    username: user.username,
    displayName: user.display_name,
    email: user.email,
    status: user.status,
    roles: [...roles.values()],
  };
}

/** Another value whenever the roles or their permissions are others. */
export const accessVersionOf = ({ roles }: Pick<User, 'roles'>): string =>
  createHash('sha1').update(JSON.stringify(roles)).digest('hex').slice(0, 12);

export async function loadCaller(db: Database, userId: number, sessionId: string): Promise<Caller> {
  const { id, username, roles } = await loadUser(db, userId);
  const permissions = new Set(roles.flatMap((role) => role.permissions).map(({ name }) => name));
  const administrator = roles.some(isAdministrator);
  return {
    id,
    username,
    sessionId,
    accessVersion: accessVersionOf({ roles }),
    administrator,
    may: (permission) => administrator || permissions.has(permission),
  };
}
