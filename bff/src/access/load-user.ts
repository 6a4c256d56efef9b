import { createHash } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { isAdministrator } from './administrator.ts';
import { rightsBy } from './rights.ts';

type User = Schemas['User'];
export type Role = User['roles'][number];

export interface LoadUserDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

export interface RoleRow {
  id: number;
  version: number;
  name: string;
  displayName: string;
  confirmed: number;
  /** A list of names as JSON, one of null where the role has none. */
  permissions: string;
}

export const withPermissions = (db: Database) =>
  db('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .groupBy('role.id', 'role.version', 'role.name', 'role.display_name', 'role.administrator_confirmed')
    .orderBy('role.name')
    .select<RoleRow[]>(
      'role.id',
      'role.version',
      'role.name',
      'role.display_name as displayName',
      'role.administrator_confirmed as confirmed',
      db.raw('JSON_ARRAYAGG(role_permission.permission) AS permissions'),
    );

const rolesOf = (db: Database, userId: number) =>
  withPermissions(db).whereIn('role.id', db('user_role').where('user_id', userId).select('role_id'));

export const toRoles = (rows: RoleRow[]): Role[] =>
  rows.map(({ permissions, ...named }) => {
    const { name, displayName } = named;
    const names = fromJson<(Role['permissions'][number]['name'] | null)[]>(permissions).filter((one) => one !== null);
    return {
      name,
      displayName,
      administrator: isAdministrator(named),
      permissions: names.sort().map((one) => ({ name: one })),
    };
  });

/**
 * The user with roles and the permissions of each, as the contract has it; in a preview with the one role seen through. Throws
 * `unauthorized` where the user has been deleted.
 */
export async function loadUser(
  { db, settings }: LoadUserDeps,
  id: number,
  previewRoleId: number | null = null,
): Promise<User> {
  const [user, own, seen, codes, { secondFactorRoles }] = await Promise.all([
    db('user').where('id', id).first('id', 'username', 'display_name', 'email', 'status', 'totp_secret'),
    rolesOf(db, id),
    previewRoleId === null ? undefined : withPermissions(db).where('role.id', previewRoleId),
    db('recovery_code').where('user_id', id).whereNull('used_time').count({ n: '*' }).first(),
    settings.current(),
  ]);
  if (!user) throw new Problem('unauthorized');
  return {
    id: user.id,
    username: user.username,
    displayName: user.display_name,
    email: user.email,
    status: user.status,
    secondFactor: user.totp_secret !== null,
    secondFactorRequired: own.some(({ name }) => secondFactorRoles.includes(name)),
    recoveryCodes: Number(codes?.n),
    preview: seen !== undefined,
    roles: seen ? sharedBy(toRoles(own), toRoles(seen)) : toRoles(own),
  };
}

/** The roles seen through, with those of their permissions that the user's own give too. */
export function sharedBy(own: Role[], seen: Role[]): Role[] {
  const { may, administrator } = rightsBy(own);
  return seen.map((role) => ({
    ...role,
    administrator: administrator && role.administrator === true,
    permissions: role.permissions.filter(({ name }) => may(name)),
  }));
}

/** Another value whenever the roles or their permissions are others; the same as of the version before, beside which this one runs. */
export function accessVersionOf({ roles }: Pick<User, 'roles'>): string {
  const named = roles.map(({ administrator: _, ...role }) => role);
  const confirmed = roles.filter((role) => role.administrator && !isAdministrator({ ...role, confirmed: false }));
  const text = JSON.stringify(named) + confirmed.map(({ name }) => name).join();
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}
