const displayNames = new Set(['管理员', '系统管理员', '超级管理员', 'administrator']);

/** What a name reads as: width, case and characters that nobody sees make no other name. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();

export const isAdministratorsName = (name: string): boolean => name === 'admin';
export const meansAdministrator = (displayName: string): boolean => displayNames.has(asRead(displayName));

/** A role named `admin`, or whose display name means administrator, holds every permission. */
export const isAdministrator = (role: { name: string; displayName: string }): boolean =>
  isAdministratorsName(role.name) || meansAdministrator(role.displayName);
