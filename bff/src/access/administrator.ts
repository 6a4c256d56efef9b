const displayNames = new Set(['管理员', '系统管理员', '超级管理员', 'administrator']);

/** A role named `admin`, or whose display name means administrator, holds every permission. */
export const isAdministrator = (role: { name: string; displayName: string }): boolean =>
  role.name === 'admin' || displayNames.has(role.displayName.trim().toLowerCase());
