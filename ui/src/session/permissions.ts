import type { User } from './session-types.ts';
import { viewedDay } from './viewed-day.ts';

export type { User };

const ADMINISTRATOR_NAMES = new Set([
  ...['管理员', '系统管理员', '超级管理员', '管理員', '系統管理員', '超級管理員'],
  ...['admin', 'administrator', 'systemadministrator', 'superadministrator'],
]);

/** Removes differences of width, case, spaces and invisible characters. */
const normaliseName = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s/gu, '')
    .toLowerCase();

/** Whether one of the user's roles is an administrator's, by the server's flag or, without it, by the role's name. */
export function isAdministrator(user: User | null): boolean {
  return (user?.roles ?? []).some(
    ({ administrator, name, displayName }) =>
      administrator ?? (name === 'admin' || ADMINISTRATOR_NAMES.has(normaliseName(displayName))),
  );
}

/** Whether the user's roles include a permission. */
export function hasPermission(user: User | null, permission: string): boolean {
  if (isAdministrator(user)) return true;
  return (user?.roles ?? []).some((role) => role.permissions.some(({ name }) => name === permission));
}

// a preview may not export either, since an export begins with a POST for a ticket and previews send no POST
const READ_PERMISSION = /:read$/;
const VIEW_PERMISSION = /:(read|export)$/;

/** Whether the user may use a permission, whatever day the pages show. A preview of a role is limited to its read permissions. */
export const isAllowed = (user: User | null, permission: string): boolean =>
  (!user?.preview || READ_PERMISSION.test(permission)) && hasPermission(user, permission);

/** Whether the user may use a permission now: nobody writes on another day. */
export const can = (user: User | null, permission: string): boolean =>
  (!viewedDay() || VIEW_PERMISSION.test(permission)) && isAllowed(user, permission);
