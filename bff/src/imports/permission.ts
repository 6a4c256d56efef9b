import type { EntityKey } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { maySeeImports } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';

export const mayImport = (caller: Caller, entity: EntityKey) => caller.may(`${entity}:import`);
export const mayReview = (caller: Caller, entity: EntityKey) => caller.may(`${entity}:review`);

/** Who may import a kind or review it sees its imports. */
export const maySee: (caller: Caller, entity: EntityKey) => boolean = maySeeImports;

/** 404 for who may not even know of it. */
export function assertVisible(caller: Caller, entity: EntityKey): void {
  if (!maySee(caller, entity)) throw new Problem('notFound');
}

export function assertMayImport(caller: Caller, entity: EntityKey): void {
  if (!mayImport(caller, entity)) throw new Problem('forbidden', { permission: `${entity}:import` });
}

export function assertMayReview(caller: Caller, entity: EntityKey): void {
  if (!mayReview(caller, entity)) throw new Problem('forbidden', { permission: `${entity}:review` });
}
