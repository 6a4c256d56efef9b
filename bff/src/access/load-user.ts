import { createHash } from 'node:crypto';
import type { Settings } from '#config/settings.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { isAdministrator } from './administrator.ts';

type User = Schemas['User'];
type Role = User['roles'][number];

export interface LoadUserDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

/** A session as far as it decides on what its user may. */
export interface OpenSession {
  id: string;
  userId: number;
  username: string;
  /** It was opened with a second factor. */
  secondFactor: boolean;
  /** It sees with the eyes of this role, and writes nothing. */
  previewRoleId: number | null;
}

interface RoleRow {
  name: string;
  displayName: string;
  /** A list of names as JSON, one of null where the role has none. */
  permissions: string;
}

const withPermissions = (db: Database) =>
  db('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .groupBy('role.id', 'role.name', 'role.display_name')
    .orderBy('role.name')
    .select<RoleRow[]>(
      'role.name',
      'role.display_name as displayName',
      db.raw('JSON_ARRAYAGG(role_permission.permission) AS permissions'),
    );

const rolesOf = (db: Database, userId: number) =>
  withPermissions(db).whereIn('role.id', db('user_role').where('user_id', userId).select('role_id'));

const toRoles = (rows: RoleRow[]): Role[] =>
  rows.map(({ name, displayName, permissions }) => {
    const names = fromJson<(Role['permissions'][number]['name'] | null)[]>(permissions).filter((one) => one !== null);
    return { name, displayName, permissions: names.sort().map((one) => ({ name: one })) };
  });

/** The user with roles and the permissions of each, as the contract has it; in a preview with the one role seen through. */
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
function sharedBy(own: Role[], seen: Role[]): Role[] {
  const { may } = rightsBy(own);
  return seen.map((role) => ({ ...role, permissions: role.permissions.filter(({ name }) => may(name)) }));
}

/** Another value whenever the roles or their permissions are others. */
export const accessVersionOf = ({ roles }: Pick<User, 'roles'>): string =>
  createHash('sha1').update(JSON.stringify(roles)).digest('hex').slice(0, 12);

type Rights = Pick<Caller, 'administrator' | 'may'>;

function rightsBy(roles: Role[]): Rights {
  const permissions = new Set(roles.flatMap((role) => role.permissions).map(({ name }) => name));
  const administrator = roles.some(isAdministrator);
  return { administrator, may: (permission) => administrator || permissions.has(permission) };
}

/** What both allow. */
const both = (one: Rights, other: Rights): Rights => ({
  administrator: one.administrator && other.administrator,
  may: (permission) => one.may(permission) && other.may(permission),
});

type Access = Rights & { accessVersion: string };

const mostKept = 500;
const kept = new Map<string, Access>();

/** What these roles allow, made once for as long as the database has them so. */
function accessBy(own: RoleRow[], seen: RoleRow[] | undefined): Access {
  const key = JSON.stringify([own, seen]);
  const known = kept.get(key);
  if (known) return known;
  const made = makeAccess(toRoles(own), seen && toRoles(seen));
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, made);
  return made;
}

const makeAccess = (own: Role[], seen: Role[] | undefined): Access => ({
  accessVersion: accessVersionOf({ roles: seen ? sharedBy(own, seen) : own }),
  ...(seen ? both(rightsBy(own), rightsBy(seen)) : rightsBy(own)),
});

/** Who calls, with what their roles allow now; undefined where a role of theirs asks for a factor that the session lacks. */
export async function loadCaller({ db, settings }: LoadUserDeps, session: OpenSession): Promise<Caller | undefined> {
  const { id: sessionId, userId, username, previewRoleId, secondFactor } = session;
  const [own, seen, { secondFactorRoles }] = await Promise.all([
    rolesOf(db, userId),
    previewRoleId === null ? undefined : withPermissions(db).where('role.id', previewRoleId),
    settings.current(),
  ]);
  if (!secondFactor && own.some(({ name }) => secondFactorRoles.includes(name))) return undefined;
  return { id: userId, username, sessionId, previewRoleId, ...accessBy(own, seen) };
}
