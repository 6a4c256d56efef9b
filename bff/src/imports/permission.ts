import type { EntityKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { maySeeImports } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';

export const mayImport = (caller: Caller, entity: EntityKey) => caller.may(`${entity}:import`);
export const mayReview = (caller: Caller, entity: EntityKey) => caller.may(`${entity}:review`);

/** Users who may import or review an entity can see its imports. */
export const maySee: (caller: Caller, entity: EntityKey) => boolean = maySeeImports;

/** @throws Problem 404, so that others do not learn that the import exists */
export function assertMaySeeImports(caller: Caller, entity: EntityKey): void {
  if (!maySee(caller, entity)) throw new Problem('notFound');
}

export function assertMayImport(caller: Caller, entity: EntityKey): void {
  if (!mayImport(caller, entity)) throw new Problem('forbidden', { permission: `${entity}:import` });
}

export function assertMayReview(caller: Caller, entity: EntityKey): void {
  if (!mayReview(caller, entity)) throw new Problem('forbidden', { permission: `${entity}:review` });
}
