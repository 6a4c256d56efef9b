import type { Entity, Schemas } from '#api/facts.gen.ts';

type Reference = Schemas['Reference'];

export interface ReferenceGroup {
  kind: Entity;
  items: Reference[];
}

/** What refers to a record, by kind, in the order in which the kinds come. */
export function groupReferences(items: readonly Reference[]): ReferenceGroup[] {
  const groups = new Map<Entity, Reference[]>();
  for (const item of items) groups.set(item.entity, [...(groups.get(item.entity) ?? []), item]);
  return [...groups].map(([kind, items]) => ({ kind, items }));
}
