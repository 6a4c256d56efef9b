import type { Entity } from '#crud/entity.ts';

/** For each column the key of the target that its name stands for, null where none; each target once. */
export function matchTargets(entity: Entity, columns: string[]): (string | null)[] {
  return columns.map((column) => (entity.fields.some(({ name }) => name === column) ? column : null));
}
