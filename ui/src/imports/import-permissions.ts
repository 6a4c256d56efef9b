import { type Entity, enums } from '#api/facts.gen.ts';
import { importPermission, reviewPermission } from './import.ts';

type Can = (permission: string) => boolean;

const kinds = enums.Entity;

/** The kinds the user may import. */
export const importableKinds = (can: Can): Entity[] => kinds.filter((kind) => can(importPermission(kind)));

/** Whether the user may import or review at least one kind. */
export const canSeeImports = (can: Can): boolean =>
  kinds.some((kind) => can(importPermission(kind)) || can(reviewPermission(kind)));
