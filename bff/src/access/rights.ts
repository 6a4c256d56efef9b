import type { Database, Transaction } from '#database';
import type { Reader } from '#http/caller.ts';
import { contract, type Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';

// display names that have made a role an administrator role since the first release
const ORIGINAL_NAMES = new Set(['管理员', '系统管理员', '超级管理员', 'administrator']);

const ADMINISTRATOR_NAMES = new Set([
  ...ORIGINAL_NAMES,
  ...['管理員', '系統管理員', '超級管理員'],
  ...['admin', 'systemadministrator', 'superadministrator'],
]);

/** Removes differences in width, case and invisible characters. */
const normaliseName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();

const withoutSpaces = (name: string) => name.replace(/\s/gu, '');

/** The properties that decide whether a role is an administrator role. */
interface NamedRole {
  name: string;
  displayName: string;
  /** Whether an administrator has set or confirmed the display name; a number in the database. */
  confirmed: boolean | number;
}

export const isAdministratorRoleName = (name: string): boolean => name === 'admin';
export const isAdministratorDisplayName = (displayName: string): boolean =>
  ADMINISTRATOR_NAMES.has(withoutSpaces(normaliseName(displayName)));

/**
 * Whether a role has every permission: because it is named `admin`, or by its display name. Display names that were added later count
 * only once an administrator has confirmed them, as a role may have had such a name when it had no effect.
 */
export const isAdministrator = ({ name, displayName, confirmed }: NamedRole): boolean =>
  isAdministratorRoleName(name) ||
  ORIGINAL_NAMES.has(normaliseName(displayName)) ||
  (Boolean(confirmed) && isAdministratorDisplayName(displayName));

export const awaitsConfirmation = (role: NamedRole): boolean =>
  !isAdministrator(role) && isAdministratorDisplayName(role.displayName);

/** The rights of a role, or of all roles of a user. */
export interface Rights {
  administrator: boolean;
  permissions: Iterable<string>;
}

/** Returns a right that the caller lacks, as nobody may grant or manage more rights than their own; undefined if there is none. */
export function missingRight(caller: Caller, rights: Rights): { permission?: string } | undefined {
  if (caller.administrator) return undefined;
  if (rights.administrator) return {};
  for (const permission of rights.permissions) if (!caller.may(permission)) return { permission };
  return undefined;
}

/** @throws Problem `beyondReach` with the first permission that the caller lacks, at `fields` if a body requested it */
export function expectWithinReach(caller: Caller, rights: Rights, fields?: FieldProblem[]): void {
  const missing = missingRight(caller, rights);
  if (missing) throw new Problem('beyondReach', { ...missing, ...(fields ? { fields } : {}) });
}

/** Reads the rights of roles by role id. */
export async function readRightsByRole(db: Database, roleIds: number[]): Promise<Map<number, Rights>> {
  const rows = await db('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .whereIn('role.id', roleIds)
    .select('role.id', 'role.name', 'role.display_name as displayName', 'role_permission.permission', {
      confirmed: 'role.administrator_confirmed',
    });
  const rightsByRole = new Map<number, { administrator: boolean; permissions: string[] }>();
  for (const { id, permission, ...role } of rows) {
    const rights = rightsByRole.get(id) ?? { administrator: isAdministrator(role), permissions: [] };
    if (permission) rights.permissions.push(permission);
    rightsByRole.set(id, rights);
  }
  return rightsByRole;
}

/** Reads the rights of users by user id, with two statements. `exceptRoleId` leaves one role out. */
export async function readRightsByUser(
  db: Database,
  userIds: number[],
  { exceptRoleId }: { exceptRoleId?: number } = {},
): Promise<Map<number, Rights>> {
  if (userIds.length === 0) return new Map();
  const pairs: { user_id: number; role_id: number }[] = await db('user_role')
    .whereIn('user_id', userIds)
    .modify((rows) => exceptRoleId !== undefined && rows.whereNot('role_id', exceptRoleId));
  const rightsByRole = await readRightsByRole(db, [...new Set(pairs.map(({ role_id }) => role_id))]);
  return new Map(
    userIds.map((id) => {
      const rightsOfRoles = pairs
        .filter(({ user_id }) => user_id === id)
        .flatMap(({ role_id }) => rightsByRole.get(role_id) ?? []);
      return [
        id,
        {
          administrator: rightsOfRoles.some(({ administrator }) => administrator),
          permissions: new Set(rightsOfRoles.flatMap(({ permissions }) => [...permissions])),
        },
      ];
    }),
  );
}

/** Reads the rights that a user has now; undefined if the account is not active or does not exist. */
export async function readActiveUserRights(db: Database, id: number): Promise<Rights | undefined> {
  const isActive = await db('user').where({ id, status: 'active' }).first('id');
  return isActive && (await readRightsByUser(db, [id])).get(id);
}

/** Serialises all changes of access, so that two concurrent ones cannot remove the last administrators. */
export const lockAccessChanges = (trx: Transaction) => trx('role').select('id').forUpdate();

/** @throws Problem `lastAdministrator` if the transaction, which has called `lockAccessChanges`, has left no active administrator */
export async function expectAdministratorLeft(trx: Transaction): Promise<void> {
  if (!(await hasActiveAdministrator(trx))) throw new Problem('lastAdministrator');
}

export async function hasActiveAdministrator(db: Database): Promise<boolean> {
  const roles = await db('role')
    .join('user_role', 'user_role.role_id', 'role.id')
    .join('user', 'user.id', 'user_role.user_id')
    .where('user.status', 'active')
    .distinct('role.name', 'role.display_name as displayName', 'role.administrator_confirmed as confirmed');
  return roles.some(isAdministrator);
}

export type PermissionName = Schemas['PermissionName'];

/** All permissions in the order of the contract. */
export const permissionNames: PermissionName[] = contract.components.schemas.PermissionName.enum;

/** Returns all permissions in the order of the contract, including those that an administrator has implicitly. */
export function effectivePermissions({ administrator, permissions }: Rights): Set<PermissionName> {
  const listed = new Set(permissions);
  return new Set(permissionNames.filter((name) => administrator || listed.has(name)));
}

/** Reads what users may do now, by user id. */
export async function loadReaders(db: Database, userIds: number[]): Promise<Map<number, Reader>> {
  const rightsByUser = await readRightsByUser(db, userIds);
  return new Map(
    [...rightsByUser].map(([id, rights]) => {
      const permissions: Set<string> = effectivePermissions(rights);
      return [id, { may: (permission) => permissions.has(permission) }];
    }),
  );
}
