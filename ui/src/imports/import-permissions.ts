import { type Entity, enums } from '#api/facts.gen.ts';
import { importPermission, reviewPermission } from './import.ts';

type Can = (permission: string) => boolean;

const kinds = enums.Entity;

/** The kinds whose records somebody may import. */
export const importableKinds = (can: Can): Entity[] => kinds.filter((kind) => can(importPermission(kind)));

/** Who may do nothing with an import of any kind has nothing to see here. */
export const seesImports = (can: Can): boolean =>
  kinds.some((kind) => can(importPermission(kind)) || can(reviewPermission(kind)));
