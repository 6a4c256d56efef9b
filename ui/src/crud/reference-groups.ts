import type { EntityKey, Schemas } from '#api/metadata.gen.ts';

export interface ReferenceGroup {
  entity: EntityKey;
  total: number;
  /** The records that the response lists, which may be fewer than `total`. */
  items: Schemas['Reference'][];
}

/** Groups the records that refer to a record by their entity, in the response's order. */
export function groupReferringRecords({ totals, items }: Schemas['References']): ReferenceGroup[] {
  // the cast: by the contract, the keys are entities
  return (Object.entries(totals) as [EntityKey, number][]).map(([entity, total]) => ({
    entity,
    total,
    items: items.filter((item) => item.entity === entity),
  }));
}
