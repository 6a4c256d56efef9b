import type { User } from './session-types.ts';

export type { User };

const meansAdministrator = new Set([
  ...['管理员', '系统管理员', '超级管理员', '管理員', '系統管理員', '超級管理員'],
  ...['admin', 'administrator', 'systemadministrator', 'superadministrator'],
]);

/** A name without differences of width, case, spaces and invisible characters. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s/gu, '')
    .toLowerCase();

/** By what the server says of the roles, or by their names where it says nothing. */
export function isAdministrator(user: User | null): boolean {
  return (user?.roles ?? []).some(
    ({ administrator, name, displayName }) =>
      administrator ?? (name === 'admin' || meansAdministrator.has(asRead(displayName))),
  );
}

/** Whether the user's roles hold a permission. */
export function grants(user: User | null, permission: string): boolean {
  if (isAdministrator(user)) return true;
  return (user?.roles ?? []).some((role) => role.permissions.some(({ name }) => name === permission));
}

// exports begin with a POST for a ticket, which previews may not send
const changesNothing = /:read$/;

/** Whether the user may use a permission now: a preview of a role shows what it holds and writes nothing. */
export function can(user: User | null, permission: string): boolean {
  if (user?.preview && !changesNothing.test(permission)) return false;
  return grants(user, permission);
}
