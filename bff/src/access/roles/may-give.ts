import { isAdministrator } from '#access/administrator.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';
import type { RoleBody, RoleFields, RoleRecord } from './role.ts';

/**
 * Throws `beyondReach` where the body gives what the caller does not hold, at each permission that the role has not had
 * and at a name by which it comes to be an administrator's; at none where it has been one before.
 */
export function expectMayGive(caller: Caller, body: RoleBody, current?: RoleRecord): void {
  if (caller.administrator) return;
  if (current?.administrator) throw new Problem('beyondReach');
  const had: string[] = current?.permissions ?? [];
  const lacking = body.permissions
    .map((permission, index) => ({ permission, pointer: `/permissions/${index}`, rule: 'notHeld' as const }))
    .filter(({ permission }) => !had.includes(permission) && !caller.may(permission));
  const fields = [...administratorNames(body), ...lacking.map(({ pointer, rule }) => ({ pointer, rule }))];
  const [first] = lacking;
  if (fields.length > 0) throw new Problem('beyondReach', { fields, ...(first && { permission: first.permission }) });
}

/** Where the role is named so that it is an administrator's. */
function administratorNames({ name, displayName }: Pick<RoleFields, 'name' | 'displayName'>): FieldProblem[] {
  const given = [
    { pointer: '/name', role: { name, displayName: '' } },
    { pointer: '/displayName', role: { name: '', displayName } },
  ];
  return given
    .filter(({ role }) => isAdministrator(role))
    .map(({ pointer }) => ({ pointer, rule: 'administratorOnly' }));
}
