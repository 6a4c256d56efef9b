import type { Entity, Schemas } from '#api/facts.gen.ts';

export interface ReferenceGroup {
  kind: Entity;
  total: number;
  /** Those that are listed. */
  items: Schemas['Reference'][];
}

/** What refers to a record, by kind, in the order in which the kinds come. */
export function groupReferences({ totals, items }: Schemas['References']): ReferenceGroup[] {
  // the contract has kinds for names
  return (Object.entries(totals) as [Entity, number][]).map(([kind, total]) => ({
    kind,
    total,
    items: items.filter(({ entity }) => entity === kind),
  }));
}
