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
  /** A JSON list of names, with a single null if the role has none. */
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
  rows.map(({ permissions, ...role }) => {
    const { name, displayName } = role;
    const names = fromJson<(Role['permissions'][number]['name'] | null)[]>(permissions).filter(
      (other) => other !== null,
    );
    return {
      name,
      displayName,
      administrator: isAdministrator(role),
      permissions: names.sort().map((permission) => ({ name: permission })),
    };
  });

/**
 * Loads a user with roles and permissions in the contract's form; in a preview only with the previewed role.
 * @throws Problem `unauthorized` if the user has been deleted
 */
export async function loadUser(
  { db, settings }: LoadUserDeps,
  id: number,
  previewRoleId: number | null = null,
): Promise<User> {
  const [user, ownRoles, previewedRoles, recoveryCodes, { secondFactorRoles }] = await Promise.all([
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
    secondFactorRequired: ownRoles.some(({ name }) => secondFactorRoles.includes(name)),
    recoveryCodes: Number(recoveryCodes?.n),
    preview: previewedRoles !== undefined,
    roles: previewedRoles ? limitToOwnPermissions(toRoles(ownRoles), toRoles(previewedRoles)) : toRoles(ownRoles),
  };
}

/** Limits the permissions of previewed roles to those that the user has as well. */
function limitToOwnPermissions(ownRoles: Role[], previewedRoles: Role[]): Role[] {
  const { may, administrator } = rightsFromRoles(ownRoles);
  return previewedRoles.map((role) => ({
    ...role,
    administrator: administrator && role.administrator === true,
    permissions: role.permissions.filter(({ name }) => may(name)),
  }));
}

/** Returns a hash that changes with the roles and their permissions. It equals the one of the previous release, which may run at the same time. */
export function hashRights({ roles }: Pick<User, 'roles'>): string {
  const listedRoles = roles.map(({ administrator: _, ...role }) => role);
  const confirmedRoles = roles.filter((role) => role.administrator && !isAdministrator({ ...role, confirmed: false }));
  const text = JSON.stringify(listedRoles) + confirmedRoles.map(({ name }) => name).join();
  return createHash('sha1').update(text).digest('hex').slice(0, 12);
}

interface CachedAccess extends CallerRights {
  rightsHash: string;
  /** Names of the user's own roles. */
  names: string[];
}

const MAX_CACHED_ENTRIES = 500;
// a short lifetime, as permissions that are changed directly in the database do not change the role's version
const CACHE_MS = 2000;

/**
 * Creates a function that loads the caller of a session with the rights of their current roles; undefined if a role requires a second
 * factor that the session lacks. Rights are cached by the versions of roles, which the session provides.
 */
export function createLoadCaller({ db, settings }: LoadUserDeps) {
  const cache = new LRUCache<string, CachedAccess>({ max: MAX_CACHED_ENTRIES, ttl: CACHE_MS });

  const loadAccess = async ({ roles, previewRole }: OpenSession): Promise<CachedAccess> => {
    const key = `${toCacheKey(roles)}|${previewRole ? toCacheKey(previewRole) : 'own'}`;
    const cachedAccess = cache.get(key);
    if (cachedAccess) return cachedAccess;
    const start = performance.now();
    const [ownRoles, previewedRows] = await Promise.all([
      readRoles(db, roles),
      previewRole && readRoles(db, previewRole),
    ]);
    const access = toAccess(ownRoles, previewedRows);
    // a database node may not have replicated these versions yet
    if (isComplete(ownRoles, roles) && (!previewRole || isComplete(previewedRows ?? [], previewRole)))
      cache.set(key, access, { start });
    return access;
  };

  return async (session: OpenSession): Promise<Caller | undefined> => {
    const { id: sessionId, userId: id, username, previewRoleId, secondFactor } = session;
    const { secondFactorRoles } = await settings.current();
    const { names, rightsHash, administrator, may } = await loadAccess(session);
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

function toAccess(ownRows: RoleRow[], seenRows: RoleRow[] | undefined): CachedAccess {
  const [ownRoles, previewedRoles] = [toRoles(ownRows), seenRows && toRoles(seenRows)];
  return {
    names: ownRoles.map(({ name }) => name),
    rightsHash: hashRights({ roles: previewedRoles ? limitToOwnPermissions(ownRoles, previewedRoles) : ownRoles }),
    ...(previewedRoles
      ? intersectRights(rightsFromRoles(ownRoles), rightsFromRoles(previewedRoles))
      : rightsFromRoles(ownRoles)),
  };
}

export type CallerRights = Pick<Caller, 'administrator' | 'may'>;

/** Combines the rights of roles. */
export function rightsFromRoles(roles: Schemas['User']['roles']): CallerRights {
  const permissions = new Set(roles.flatMap((role) => role.permissions).map(({ name }) => name));
  const administrator = roles.some(({ administrator }) => administrator);
  return { administrator, may: (permission) => administrator || permissions.has(permission) };
}

/** Returns the rights that are part of both. */
export const intersectRights = (left: CallerRights, right: CallerRights): CallerRights => ({
  administrator: left.administrator && right.administrator,
  may: (permission) => left.may(permission) && right.may(permission),
});
