import { contract, type Schemas } from '#http/contract.ts';
import type { Holding } from './reach.ts';

export type PermissionName = Schemas['PermissionName'];

/** Every permission there is, in the order of the contract. */
export const permissionNames: PermissionName[] = contract.components.schemas.PermissionName.enum;

/** All that is held, an administrator's unlisted permissions too, in the order of the contract. */
export function allOf({ administrator, permissions }: Holding): Set<PermissionName> {
  const listed = new Set(permissions);
  return new Set(permissionNames.filter((name) => administrator || listed.has(name)));
}
