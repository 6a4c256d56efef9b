import { isDeepStrictEqual } from 'node:util';
import {
  expectAdministratorLeft,
  isAdministratorDisplayName,
  isAdministratorRoleName,
  lockAccessChanges,
} from '#access/rights.ts';
import { replaceRoleInSettings } from '#config/change-settings.ts';
import { type Database, refuseTakenValue, type Transaction, transactWithinTimeLimit } from '#database';
import type { Caller, Request } from '#http/operation-types.ts';
import { expectSpecificVersion, expectVersion } from '#http/precondition.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';
import { logAct, logActorOf, valueChanges } from '#user-log/user-log.ts';
import {
  confirmedAfter,
  fieldsOf,
  findRole,
  type RoleBody,
  type RoleFields,
  type RoleRecord,
  toFields,
} from './read-roles.ts';

/** Returns how the user log refers to a role. */
export const roleLogTarget = ({ id, name }: Pick<RoleRecord, 'id' | 'name'>) => ({ kind: 'role' as const, id, name });

export const createRole = (db: Database, request: Request<'createRole'>): Promise<RoleRecord> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    await lockAccessChanges(trx);
    assertMayGrant(request.caller, request.body);
    const fields = toFields(request.body);
    const by = request.caller.username;
    const confirmed = confirmedAfter(request.caller, fields);
    const columns = { ...columnsOf(fields, by, confirmed), version: 1, create_time: new Date(), created_by: by };
    const [id] = await refuseTakenValue(trx('role').insert(columns));
    await setPermissions(trx, Number(id), fields);
    const role = await findRole(trx, Number(id), request.caller);
    await logAct(trx, { act: 'roleCreated', ...logActorOf(request), target: roleLogTarget(role) });
    return role;
  });

/** Updates a role; a request without changes writes nothing. */
export const updateRole = (db: Database, request: Request<'updateRole'>): Promise<RoleRecord> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const current = expectVersion(request.ifMatch, await lockRole(trx, request));
    assertMayGrant(request.caller, request.body, current);
    const [before, after] = [fieldsOf(current), toFields(request.body)];
    if (isDeepStrictEqual(before, after)) return current;
    const confirmed = confirmedAfter(request.caller, after, current);
    const columns = { ...columnsOf(after, request.caller.username, confirmed), version: current.version + 1 };
    await refuseTakenValue(trx('role').where('id', current.id).update(columns));
    await setPermissions(trx, current.id, after);
    const role = await findRole(trx, current.id, request.caller);
    if (current.administrator && !role.administrator) await expectAdministratorLeft(trx);
    const details = { changes: valueChanges(before, after) };
    await logAct(trx, { act: 'roleChanged', ...logActorOf(request), target: roleLogTarget(role), details });
    if (role.name !== current.name) await replaceRoleInSettings(trx, current.name, role.name, logActorOf(request));
    return role;
  });

/** Confirms that the role's display name makes it an administrator role. Only administrators may do so; the operation is idempotent. */
export const confirmAdministrator = (db: Database, request: Request<'confirmAdministratorRole'>): Promise<RoleRecord> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    expectSpecificVersion(request.ifMatch);
    const role = expectVersion(request.ifMatch, await lockRole(trx, request));
    const { caller } = request;
    if (!caller.administrator) throw new Problem('beyondReach');
    if (role.administrator) return role;
    if (!role.unconfirmedAdministrator) throw new Problem('invalidTransition');
    const columns = { ...columnsOf(fieldsOf(role), caller.username, true), version: role.version + 1 };
    await trx('role').where('id', role.id).update(columns);
    const details = { changes: [{ pointer: '/administrator', before: false, after: true }] };
    await logAct(trx, { act: 'roleChanged', ...logActorOf(request), target: roleLogTarget(role), details });
    return findRole(trx, role.id, caller);
  });

/** Deletes a role that no user has, so that no administrator can be lost. */
export const deleteRole = (db: Database, request: Request<'deleteRole'>): Promise<void> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const role = expectVersion(request.ifMatch, await lockRole(trx, request));
    if (role.administrator && !request.caller.administrator) throw new Problem('beyondReach');
    if (role.people > 0) throw new Problem('roleInUse', { parameters: { count: role.people } });
    await trx('role').where('id', role.id).delete();
    await logAct(trx, { act: 'roleDeleted', ...logActorOf(request), target: roleLogTarget(role) });
    await replaceRoleInSettings(trx, role.name, undefined, logActorOf(request));
  });

/** Locks all roles and reads this one. @throws Problem notFound */
async function lockRole(
  trx: Transaction,
  { path, caller }: Request<'updateRole' | 'deleteRole' | 'confirmAdministratorRole'>,
): Promise<RoleRecord> {
  await lockAccessChanges(trx);
  return findRole(trx, path.id, caller);
}

const columnsOf = ({ name, displayName, description }: RoleFields, by: string, confirmed: boolean) => ({
  name,
  display_name: displayName,
  description,
  administrator_confirmed: confirmed,
  update_time: new Date(),
  updated_by: by,
});

async function setPermissions(trx: Transaction, roleId: number, { permissions }: RoleFields): Promise<void> {
  await trx('role_permission').where('role_id', roleId).delete();
  const rows = permissions.map((permission) => ({ role_id: roleId, permission }));
  if (rows.length > 0) await trx('role_permission').insert(rows);
}

/**
 * @throws Problem `beyondReach` if the body adds or removes a permission that the caller lacks (removing one would let the caller manage
 * its holders), or makes the role an administrator role. Added permissions are reported one by one, removed ones at `/permissions`.
 */
function assertMayGrant(caller: Caller, body: RoleBody, current?: RoleRecord): void {
  if (caller.administrator) return;
  if (current?.administrator) throw new Problem('beyondReach');
  const currentPermissions = new Set<string>(current?.permissions);
  const newPermissions = new Set<string>(body.permissions);
  const added = body.permissions
    .map((permission, index) => ({ permission, pointer: `/permissions/${index}` }))
    .filter(({ permission }) => !currentPermissions.has(permission) && !caller.may(permission));
  const removed = [...currentPermissions]
    .filter((permission) => !newPermissions.has(permission) && !caller.may(permission))
    .map((permission) => ({ permission, pointer: '/permissions' }));
  const missing = [...added, ...removed.slice(0, 1)];
  const notHeld = missing.map(({ pointer }): FieldProblem => ({ pointer, rule: 'notHeld' }));
  const fields = [...administratorNames(body, current), ...notHeld];
  const [first] = missing;
  if (fields.length > 0) throw new Problem('beyondReach', { fields, ...(first && { permission: first.permission }) });
}

/** Finds names that would make the role an administrator role. */
function administratorNames({ name, displayName }: RoleBody, current: RoleRecord | undefined): FieldProblem[] {
  const isRenamed = displayName !== current?.displayName;
  return [
    ...(isAdministratorRoleName(name) ? [{ pointer: '/name', rule: 'administratorOnly' as const }] : []),
    ...(isRenamed && isAdministratorDisplayName(displayName)
      ? [{ pointer: '/displayName', rule: 'administratorOnly' as const }]
      : []),
  ];
}
