import { entitiesOf } from '../contract/entities.ts';
import type { Contract } from '../contract/types.ts';

/** Each kind of record has these; an operation for each of them need not be there. */
const ofEveryKind = ['read', 'create', 'update', 'delete', 'review', 'import', 'export'];

/** What the enum of PermissionName names: roles can hold nothing else. */
export function knownPermissions(contract: Contract): Set<string> {
  return new Set(contract.components.schemas.PermissionName?.enum);
}

/** Permissions that a kind of record has and the contract does not name. */
export function missingPermissions(contract: Contract): string[] {
  const known = knownPermissions(contract);
  return entitiesOf(contract)
    .flatMap(({ tag }) => kindPermissions(tag))
    .filter((name) => !known.has(name));
}

export function kindPermissions(tag: string): string[] {
  return ofEveryKind.map((verb) => `${tag}:${verb}`);
}
