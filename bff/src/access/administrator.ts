// these meant it from the first version on
const alwaysMeaning = new Set(['管理员', '系统管理员', '超级管理员', 'administrator']);

const meaning = new Set([
  ...alwaysMeaning,
  ...['管理員', '系統管理員', '超級管理員'],
  ...['admin', 'systemadministrator', 'superadministrator'],
]);

/** What a name reads as: width, case and characters that nobody sees make no other name. */
const asRead = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase();

const withoutSpaces = (name: string) => name.replace(/\s/gu, '');

/** What of a role makes it an administrator's. */
export interface NamedRole {
  name: string;
  displayName: string;
  /** An administrator has given it that display name, or confirmed it; the database has a number here. */
  confirmed: boolean | number;
}

export const isAdministratorsName = (name: string): boolean => name === 'admin';
export const meansAdministrator = (displayName: string): boolean => meaning.has(withoutSpaces(asRead(displayName)));

/**
 * A role named `admin`, or whose display name means administrator, holds every permission. Names that have not always meant it
 * count once an administrator has confirmed them: a role may have been called so when that gave it nothing.
 */
export const isAdministrator = ({ name, displayName, confirmed }: NamedRole): boolean =>
  isAdministratorsName(name) ||
  alwaysMeaning.has(asRead(displayName)) ||
  (Boolean(confirmed) && meansAdministrator(displayName));

export const awaitsConfirmation = (role: NamedRole): boolean =>
  !isAdministrator(role) && meansAdministrator(role.displayName);
