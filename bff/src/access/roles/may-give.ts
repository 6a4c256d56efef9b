import { isAdministrator } from '#access/administrator.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem } from '#http/problem.ts';
import type { RoleBody, RoleFields, RoleRecord } from './role.ts';

/**
 * Throws `beyondReach` where the body gives what the caller does not hold, or takes it: who loses it would come within the
 * caller's reach. Complains at each permission given, at `/permissions` for those taken, and at a name by which the role
 * comes to be an administrator's; at none where it has been one before.
 */
export function expectMayGive(caller: Caller, body: RoleBody, current?: RoleRecord): void {
  if (caller.administrator) return;
  if (current?.administrator) throw new Problem('beyondReach');
  const [had, asked]: string[][] = [current?.permissions ?? [], body.permissions];
  const isBeyond = (permission: string, others: string[] = []) =>
    !others.includes(permission) && !caller.may(permission);
  const given = body.permissions.flatMap((permission, index) =>
    isBeyond(permission, had) ? [{ permission, pointer: `/permissions/${index}` }] : [],
  );
  const taken = (had ?? [])
    .filter((permission) => isBeyond(permission, asked))
    .map((permission) => ({ permission, pointer: '/permissions' }));
  const lacking = [...given, ...taken.slice(0, 1)];
  const held = lacking.map(({ pointer }): FieldProblem => ({ pointer, rule: 'notHeld' }));
  const fields = [...administratorNames(body), ...held];
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
