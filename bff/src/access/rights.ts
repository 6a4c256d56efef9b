import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';

export type Rights = Pick<Caller, 'administrator' | 'may'>;

/** What roles allow. */
export function rightsBy(roles: Schemas['User']['roles']): Rights {
  const permissions = new Set(roles.flatMap((role) => role.permissions).map(({ name }) => name));
  const administrator = roles.some(({ administrator }) => administrator);
  return { administrator, may: (permission) => administrator || permissions.has(permission) };
}

/** What both allow. */
export const both = (one: Rights, other: Rights): Rights => ({
  administrator: one.administrator && other.administrator,
  may: (permission) => one.may(permission) && other.may(permission),
});
