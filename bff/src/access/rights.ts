import type { Database, Transaction } from '#database';
import { contract, type Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';

// names that meant an administrator from the first version on
const ORIGINAL_NAMES = new Set(['管理员', '系统管理员', '超级管理员', 'administrator']);

const ADMINISTRATOR_NAMES = new Set([
  ...ORIGINAL_NAMES,
  ...['管理員', '系統管理員', '超級管理員'],
  ...['admin', 'systemadministrator', 'superadministrator'],
]);

/** What a name reads as: width, case and characters that nobody sees make no other name. */
const normaliseName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();

const withoutSpaces = (name: string) => name.replace(/\s/gu, '');

/** What of a role makes it an administrator's. */
interface NamedRole {
  name: string;
  displayName: string;
  /** An administrator has given it that display name, or confirmed it; the database has a number here. */
  confirmed: boolean | number;
}

export const isAdministratorsName = (name: string): boolean => name === 'admin';
export const meansAdministrator = (displayName: string): boolean =>
  ADMINISTRATOR_NAMES.has(withoutSpaces(normaliseName(displayName)));

/**
 * A role named `admin`, or whose display name means administrator, holds every permission. Names that have not always meant it
 * count once an administrator has confirmed them: a role may have been called so when that gave it nothing.
 */
export const isAdministrator = ({ name, displayName, confirmed }: NamedRole): boolean =>
  isAdministratorsName(name) ||
  ORIGINAL_NAMES.has(normaliseName(displayName)) ||
  (Boolean(confirmed) && meansAdministrator(displayName));

export const awaitsConfirmation = (role: NamedRole): boolean =>
  !isAdministrator(role) && meansAdministrator(role.displayName);

/** What a role gives, or a user's roles together. */
export interface Holding {
  administrator: boolean;
  permissions: Iterable<string>;
}

/** What the caller does not hold of it: nobody gives or manages more than they hold. Undefined where nothing is lacking. */
export function missingPrivilege(caller: Caller, holding: Holding): { permission?: string } | undefined {
  if (caller.administrator) return undefined;
  if (holding.administrator) return {};
  for (const permission of holding.permissions) if (!caller.may(permission)) return { permission };
  return undefined;
}

/** Throws `beyondReach` with the first permission that the caller lacks, at `fields` where a body asked for it. */
export function expectWithinReach(caller: Caller, holding: Holding, fields?: FieldProblem[]): void {
  const lacking = missingPrivilege(caller, holding);
  if (lacking) throw new Problem('beyondReach', { ...lacking, ...(fields ? { fields } : {}) });
}

/** What each of the roles gives, by role id. */
export async function holdingsOfRoles(db: Database, roleIds: number[]): Promise<Map<number, Holding>> {
  const rows = await db('role')
    .leftJoin('role_permission', 'role_permission.role_id', 'role.id')
    .whereIn('role.id', roleIds)
    .select('role.id', 'role.name', 'role.display_name as displayName', 'role_permission.permission', {
      confirmed: 'role.administrator_confirmed',
    });
  const holdings = new Map<number, { administrator: boolean; permissions: string[] }>();
  for (const { id, permission, ...role } of rows) {
    const holding = holdings.get(id) ?? { administrator: isAdministrator(role), permissions: [] };
    if (permission) holding.permissions.push(permission);
    holdings.set(id, holding);
  }
  return holdings;
}

/** What each of the users holds by all of their roles, or all but one, by user id; two statements however many users. */
export async function holdingsOfUsers(
  db: Database,
  userIds: number[],
  { without }: { without?: number } = {},
): Promise<Map<number, Holding>> {
  const pairs: { user_id: number; role_id: number }[] = await db('user_role')
    .whereIn('user_id', userIds)
    .modify((rows) => without !== undefined && rows.whereNot('role_id', without));
  const roles = await holdingsOfRoles(db, [...new Set(pairs.map(({ role_id }) => role_id))]);
  return new Map(
    userIds.map((id) => {
      const rolesOfUser = pairs
        .filter(({ user_id }) => user_id === id)
        .flatMap(({ role_id }) => roles.get(role_id) ?? []);
      return [
        id,
        {
          administrator: rolesOfUser.some(({ administrator }) => administrator),
          permissions: new Set(rolesOfUser.flatMap(({ permissions }) => [...permissions])),
        },
      ];
    }),
  );
}

/** Whoever changes who may do what takes turns, so that no two of them leave nobody who is an administrator. */
export const lockAccess = (trx: Transaction) => trx('role').select('id').forUpdate();

/** Throws `lastAdministrator` where the transaction, which holds the lock above, has left no active administrator. */
export async function expectAdministrator(trx: Transaction): Promise<void> {
  if (!(await hasAdministrator(trx))) throw new Problem('lastAdministrator');
}

export async function hasAdministrator(db: Database): Promise<boolean> {
  const roles = await db('role')
    .join('user_role', 'user_role.role_id', 'role.id')
    .join('user', 'user.id', 'user_role.user_id')
    .where('user.status', 'active')
    .distinct('role.name', 'role.display_name as displayName', 'role.administrator_confirmed as confirmed');
  return roles.some(isAdministrator);
}

export type PermissionName = Schemas['PermissionName'];

/** Every permission there is, in the order of the contract. */
export const permissionNames: PermissionName[] = contract.components.schemas.PermissionName.enum;

/** All that is held, an administrator's unlisted permissions too, in the order of the contract. */
export function effectivePermissions({ administrator, permissions }: Holding): Set<PermissionName> {
  const listed = new Set(permissions);
  return new Set(permissionNames.filter((name) => administrator || listed.has(name)));
}
