import type { KeyObject } from 'node:crypto';
import { effectivePermissions, expectWithinReach, type PermissionName, readRightsByUser } from '#access/rights.ts';
import type { Settings } from '#config/settings.ts';
import { type Database, transactWithinTimeLimit } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Caller, Handlers, Request } from '#http/operation-types.ts';
import { signToken } from '#session/authenticate.ts';
import { lockOwnSession, openSession } from '#session/sessions.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { findRole, listRoles, type RoleBody, type RoleRecord, rightsAfter } from './read-roles.ts';
import { confirmAdministrator, createRole, deleteRole, roleLogTarget, updateRole } from './write-role.ts';

type RoleOperation = Extract<
  OperationId,
  | 'listRoles'
  | 'createRole'
  | 'getRole'
  | 'updateRole'
  | 'deleteRole'
  | 'confirmAdministratorRole'
  | 'getRoleEffect'
  | 'previewRole'
>;

interface RoleDeps extends PreviewDeps {
  /** Notified of every change, as the settings contain names of roles. */
  settings: Pick<Settings, 'changed'>;
  /** Returns a hash of the user's roles and permissions. */
  hashRights(user: Schemas['User']): string;
}

const toRoleResponse = <S extends 200 | 201>(status: S, record: RoleRecord) => ({
  status,
  data: { record },
  version: record.version,
});

export function roleHandlers(deps: RoleDeps): Pick<Handlers, RoleOperation> {
  const { db, settings, hashRights } = deps;
  return {
    listRoles: async ({ query, caller }) => ({ status: 200, data: await listRoles(db, query, caller) }),
    createRole: async (request) => toRoleResponse(201, await createRole(db, request)),
    getRole: async ({ path, caller }) => toRoleResponse(200, await findRole(db, path.id, caller)),
    updateRole: async (request) => {
      const role = await updateRole(db, request);
      settings.changed();
      return toRoleResponse(200, role);
    },
    confirmAdministratorRole: async (request) => toRoleResponse(200, await confirmAdministrator(db, request)),
    deleteRole: async (request) => {
      await deleteRole(db, request);
      settings.changed();
      return { status: 200, data: {} };
    },
    getRoleEffect: async ({ path, body, caller }) => ({
      status: 200,
      data: await roleEffect(db, path.id, body, caller),
    }),
    previewRole: async (request) => {
      const data = await previewRole(deps, request);
      return { status: 201, data, rightsHash: hashRights(data.user) };
    },
  };
}

interface Holder {
  username: string;
  /** The permissions from other roles. */
  otherPermissions: Set<PermissionName>;
}

const MAX_NAMES = 10;

/** Computes which permissions a change of the role would give to or take from which users. */
async function roleEffect(db: Database, id: number, body: RoleBody, caller: Caller) {
  const role = await findRole(db, id, caller);
  const holders = await activeHolders(db, id);
  const [before, after] = [effectivePermissions(role), effectivePermissions(rightsAfter(caller, body, role))];
  return {
    people: holders.length,
    gains: toEffects(
      [...after].filter((name) => !before.has(name)),
      holders,
    ),
    losses: toEffects(
      [...before].filter((name) => !after.has(name)),
      holders,
    ),
  };
}

/** Reads the active users with the role, ordered by user name. */
async function activeHolders(db: Database, roleId: number): Promise<Holder[]> {
  const users: { id: number; username: string }[] = await db('user')
    .join('user_role', 'user_role.user_id', 'user.id')
    .where({ 'user_role.role_id': roleId, 'user.status': 'active' })
    .orderBy('user.username')
    .select('user.id', 'user.username');
  const ids = users.map(({ id }) => id);
  const rightsByUser = await readRightsByUser(db, ids, { exceptRoleId: roleId });
  return users.map(({ id, username }) => {
    const otherRights = rightsByUser.get(id) ?? { administrator: false, permissions: [] };
    return { username, otherPermissions: effectivePermissions(otherRights) };
  });
}

/** Returns each permission with the users who do not have it from another role. */
const toEffects = (permissions: PermissionName[], holders: Holder[]): Schemas['PermissionEffects'] =>
  permissions.map((permission) => {
    const names = holders
      .filter(({ otherPermissions }) => !otherPermissions.has(permission))
      .map(({ username }) => username);
    return { permission, people: names.length, names: names.slice(0, MAX_NAMES) };
  });

interface PreviewDeps {
  db: Database;
  jwtSecret: KeyObject;
  /** Loads a user with the rights of the previewed role. */
  loadUser(id: number, previewRoleId: number): Promise<Schemas['User']>;
}

const MAX_PREVIEW_MS = 30 * 60_000;

/** Opens a read-only session with the rights that both the role and the caller have. It ends with the caller's own session at the latest. */
async function previewRole({ db, jwtSecret, loadUser }: PreviewDeps, request: Request<'previewRole'>) {
  const { caller, address, client, path } = request;
  const session = await transactWithinTimeLimit(caller, db, async (trx) => {
    const role = await findRole(trx, path.id, caller);
    // an administrator role has implicit permissions, so only an administrator may preview it
    if (role.administrator) expectWithinReach(caller, role);
    const ownSession = await lockOwnSession(trx, caller);
    await logAct(trx, { act: 'rolePreviewed', ...logActorOf(request), target: roleLogTarget(role) });
    const preview = { secondFactor: ownSession.secondFactor, previewRoleId: role.id };
    return openSession(trx, caller.id, {
      address,
      client,
      lifetime: MAX_PREVIEW_MS,
      notAfter: ownSession.expire,
      ...preview,
    });
  });
  const token = signToken(jwtSecret, session.id, caller.id, session.expire);
  return { token, user: await loadUser(caller.id, path.id) };
}
