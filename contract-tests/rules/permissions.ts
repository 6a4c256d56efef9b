import { entitiesOf } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

/** Every kind has these permissions, whether or not an operation uses them. */
const kindVerbs = ['read', 'create', 'update', 'delete', 'review', 'import', 'export'];

/** The names in the enum of PermissionName, the only ones that roles can have. */
export function knownPermissions(contract: Contract): Set<string> {
  return new Set(contract.components.schemas.PermissionName?.enum);
}

/** Permissions of kinds that PermissionName lacks. */
export function missingPermissions(contract: Contract): string[] {
  const known = knownPermissions(contract);
  return entitiesOf(contract)
    .flatMap(({ tag }) => kindPermissions(tag))
    .filter((name) => !known.has(name));
}

export function kindPermissions(tag: string): string[] {
  return kindVerbs.map((verb) => `${tag}:${verb}`);
}
