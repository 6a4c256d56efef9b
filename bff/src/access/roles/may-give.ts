import { isAdministratorsName, meansAdministrator } from '#access/administrator.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';
import type { RoleBody, RoleRecord } from './role.ts';

/**
 * Throws `beyondReach` where the body gives what the caller does not hold, or takes it: who loses it would come within the
 * caller's reach. Complains at each permission given, at `/permissions` for those taken, and at a name by which the role
 * comes to be an administrator's; at none where it has been one before.
 */
export function expectMayGive(caller: Caller, body: RoleBody, current?: RoleRecord): void {
  if (caller.administrator) return;
  if (current?.administrator) throw new Problem('beyondReach');
  const had = new Set<string>(current?.permissions);
  const asked = new Set<string>(body.permissions);
  const given = body.permissions
    .map((permission, index) => ({ permission, pointer: `/permissions/${index}` }))
    .filter(({ permission }) => !had.has(permission) && !caller.may(permission));
  const taken = [...had]
    .filter((permission) => !asked.has(permission) && !caller.may(permission))
    .map((permission) => ({ permission, pointer: '/permissions' }));
  const lacking = [...given, ...taken.slice(0, 1)];
  const held = lacking.map(({ pointer }): FieldProblem => ({ pointer, rule: 'notHeld' }));
  const fields = [...administratorNames(body, current), ...held];
  const [first] = lacking;
  if (fields.length > 0) throw new Problem('beyondReach', { fields, ...(first && { permission: first.permission }) });
}

/** Where the role is newly named so that it is, or waits to be, an administrator's. */
function administratorNames({ name, displayName }: RoleBody, current: RoleRecord | undefined): FieldProblem[] {
  const renamed = displayName !== current?.displayName;
  return [
    ...(isAdministratorsName(name) ? [{ pointer: '/name', rule: 'administratorOnly' as const }] : []),
    ...(renamed && meansAdministrator(displayName)
      ? [{ pointer: '/displayName', rule: 'administratorOnly' as const }]
      : []),
  ];
}
