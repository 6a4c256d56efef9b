import type { Database } from '#database';
import type { Caller } from '#http/operation-types.ts';
import type { OpenSession, RoleVersion } from '#session/open-session.ts';
import { accessVersionOf, type LoadUserDeps, type RoleRow, sharedBy, toRoles, withPermissions } from './load-user.ts';
import { both, type Rights, rightsBy } from './rights.ts';

interface Access extends Rights {
  accessVersion: string;
  /** Names of the user's own roles. */
  names: string[];
}

interface Kept {
  access: Access;
  /** When it was read. */
  readAt: number;
}

const mostKept = 500;
// whoever changes permissions in the database by hand leaves the role's version as it is
const keptFor = 2000;

/**
 * Who calls by a session, with what their roles allow now; undefined where a role of theirs asks for a factor that the session
 * lacks. What roles allow is read once for each of their versions: the session has come with those of today.
 */
export function createLoadCaller({ db, settings }: LoadUserDeps) {
  const kept = new Map<string, Kept>();

  const accessBy = async ({ roles, seen }: OpenSession): Promise<Access> => {
    const key = `${keyOf(roles)}|${seen ? keyOf(seen) : 'own'}`;
    const known = kept.get(key);
    if (known && performance.now() - known.readAt < keptFor) return known.access;
    const readAt = performance.now();
    const [own, others] = await Promise.all([read(db, roles), seen && read(db, seen)]);
    const access = makeAccess(own, others);
    if (kept.size >= mostKept) kept.clear();
    // a database node may be behind the one that told of the versions
    if (isWhole(own, roles) && (!seen || isWhole(others ?? [], seen))) kept.set(key, { access, readAt });
    return access;
  };

  return async (session: OpenSession): Promise<Caller | undefined> => {
    const { id: sessionId, userId: id, username, previewRoleId, secondFactor } = session;
    const { secondFactorRoles } = await settings.current();
    const { names, accessVersion, administrator, may } = await accessBy(session);
    if (!secondFactor && names.some((name) => secondFactorRoles.includes(name))) return undefined;
    return { id, username, sessionId, previewRoleId, accessVersion, administrator, may };
  };
}

const keyOf = (roles: RoleVersion[]) => roles.map(({ id, version }) => `${id}.${version}`).join();

const read = async (db: Database, roles: RoleVersion[]): Promise<RoleRow[]> =>
  roles.length === 0
    ? []
    : withPermissions(db).whereIn(
        'role.id',
        roles.map(({ id }) => id),
      );

const isWhole = (rows: RoleRow[], roles: RoleVersion[]) =>
  roles.every(({ id, version }) => rows.some((row) => row.id === id && row.version === version));

function makeAccess(ownRows: RoleRow[], seenRows: RoleRow[] | undefined): Access {
  const [own, seen] = [toRoles(ownRows), seenRows && toRoles(seenRows)];
  return {
    names: own.map(({ name }) => name),
    accessVersion: accessVersionOf({ roles: seen ? sharedBy(own, seen) : own }),
    ...(seen ? both(rightsBy(own), rightsBy(seen)) : rightsBy(own)),
  };
}
