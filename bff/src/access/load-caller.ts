import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#config/settings.ts';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import type { OpenSession, RoleVersion } from '#session/authenticate.ts';
import { isAdministrator } from './rights.ts';

type User = Schemas['User'];
type Role = User['roles'][number];

interface LoadUserDeps {
  db: Database;
  settings: Pick<Settings, 'current'>;
}

interface RoleRow {
  id: number;
  version: number;
  name: string;
  displayName: string;
  confirmed: number;
  /** A list of names as JSON, one of null where the role has none. */
  permissions: string;
}

const queryRolesWithPermissions = (db: Database) =>
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

const queryRolesOf = (db: Database, userId: number) =>
  queryRolesWithPermissions(db).whereIn('role.id', db('user_role').where('user_id', userId).select('role_id'));

const toRoles = (rows: RoleRow[]): Role[] =>
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
    queryRolesOf(db, id),
    previewRoleId === null ? undefined : queryRolesWithPermissions(db).where('role.id', previewRoleId),
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
    roles: seen ? limitToOwnPermissions(toRoles(own), toRoles(seen)) : toRoles(own),
  };
}

/** The roles seen through, with those of their permissions that the user's own give too. */
function limitToOwnPermissions(own: Role[], seen: Role[]): Role[] {
  const { may, administrator } = rightsFromRoles(own);
  return seen.map((role) => ({
    ...role,
    administrator: administrator && role.administrator === true,
    permissions: role.permissions.filter(({ name }) => may(name)),
  }));
}

/** Another value whenever the roles or their permissions are others; the same as of the version before, beside which this one runs. */
export function hashRights({ roles }: Pick<User, 'roles'>): string {
  const named = roles.map(({ administrator: _, ...role }) => role);
  const confirmed = roles.filter((role) => role.administrator && !isAdministrator({ ...role, confirmed: false }));
  const text = JSON.stringify(named) + confirmed.map(({ name }) => name).join();
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}

interface Access extends Rights {
  rightsHash: string;
  /** Names of the user's own roles. */
  names: string[];
}

const MAX_CACHED = 500;
// whoever changes permissions in the database by hand leaves the role's version as it is
const CACHE_MS = 2000;

/**
 * Who calls by a session, with what their roles allow now; undefined where a role of theirs asks for a factor that the session
 * lacks. What roles allow is read once for each of their versions: the session has come with those of today.
 */
export function createLoadCaller({ db, settings }: LoadUserDeps) {
  const cache = new LRUCache<string, Access>({ max: MAX_CACHED, ttl: CACHE_MS });

  const accessBy = async ({ roles, previewRole }: OpenSession): Promise<Access> => {
    const key = `${toCacheKey(roles)}|${previewRole ? toCacheKey(previewRole) : 'own'}`;
    const cachedAccess = cache.get(key);
    if (cachedAccess) return cachedAccess;
    const start = performance.now();
    const [own, others] = await Promise.all([readRoles(db, roles), previewRole && readRoles(db, previewRole)]);
    const access = makeAccess(own, others);
    // a database node may be behind the one that told of the versions
    if (isComplete(own, roles) && (!previewRole || isComplete(others ?? [], previewRole)))
      cache.set(key, access, { start });
    return access;
  };

  return async (session: OpenSession): Promise<Caller | undefined> => {
    const { id: sessionId, userId: id, username, previewRoleId, secondFactor } = session;
    const { secondFactorRoles } = await settings.current();
    const { names, rightsHash, administrator, may } = await accessBy(session);
    if (!secondFactor && names.some((name) => secondFactorRoles.includes(name))) return undefined;
    return { id, username, sessionId, previewRoleId, rightsHash, administrator, may };
  };
}

const toCacheKey = (roles: RoleVersion[]) => roles.map(({ id, version }) => `${id}.${version}`).join();

const readRoles = async (db: Database, roles: RoleVersion[]): Promise<RoleRow[]> =>
  roles.length === 0
    ? []
    : queryRolesWithPermissions(db).whereIn(
        'role.id',
        roles.map(({ id }) => id),
      );

const isComplete = (rows: RoleRow[], roles: RoleVersion[]) =>
  roles.every(({ id, version }) => rows.some((row) => row.id === id && row.version === version));

function makeAccess(ownRows: RoleRow[], seenRows: RoleRow[] | undefined): Access {
  const [own, seen] = [toRoles(ownRows), seenRows && toRoles(seenRows)];
  return {
    names: own.map(({ name }) => name),
    rightsHash: hashRights({ roles: seen ? limitToOwnPermissions(own, seen) : own }),
    ...(seen ? intersectRights(rightsFromRoles(own), rightsFromRoles(seen)) : rightsFromRoles(own)),
  };
}

export type Rights = Pick<Caller, 'administrator' | 'may'>;

/** What roles allow. */
export function rightsFromRoles(roles: Schemas['User']['roles']): Rights {
  const permissions = new Set(roles.flatMap((role) => role.permissions).map(({ name }) => name));
  const administrator = roles.some(({ administrator }) => administrator);
  return { administrator, may: (permission) => administrator || permissions.has(permission) };
}

/** What both allow. */
export const intersectRights = (one: Rights, other: Rights): Rights => ({
  administrator: one.administrator && other.administrator,
  may: (permission) => one.may(permission) && other.may(permission),
});
