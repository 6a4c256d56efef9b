import { entitiesOf } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

/** The permissions of every entity, even if no operation uses them. */
const permissionActions = ['read', 'create', 'update', 'delete', 'review', 'import', 'export'];

/** Returns the names in the enum of PermissionName, the only permissions that roles can have. */
export function knownPermissions(contract: Contract): Set<string> {
  return new Set(contract.components.schemas.PermissionName?.enum);
}

/** Returns the permissions of entities that are missing from PermissionName. */
export function missingPermissions(contract: Contract): string[] {
  const known = knownPermissions(contract);
  return entitiesOf(contract)
    .flatMap(({ tag }) => entityPermissions(tag))
    .filter((name) => !known.has(name));
}

export function entityPermissions(tag: string): string[] {
  return permissionActions.map((verb) => `${tag}:${verb}`);
}
