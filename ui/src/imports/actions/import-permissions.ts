import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { importPermission, reviewPermission } from '#imports/import.ts';

type HasPermission = (permission: string) => boolean;

/** Returns the entities that the user may import. */
export const importableEntities = (can: HasPermission): EntityKey[] =>
  enums.Entity.filter((entity) => can(importPermission(entity)));

/** Returns whether the user may import or review at least one entity. */
export const canSeeImports = (can: HasPermission): boolean =>
  enums.Entity.some((entity) => can(importPermission(entity)) || can(reviewPermission(entity)));
