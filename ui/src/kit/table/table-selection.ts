import type { RowId } from './data-table-types.ts';

export type Ids = ReadonlySet<RowId>;

/** The first row of a range, and the rows selected besides it. */
export interface Anchor {
  id: RowId;
  base: Ids;
  /** What the table has selected with it last. */
  selected: Ids;
}

const isSameSelection = (a: Ids, b: Ids) => a.size === b.size && [...a].every((id) => b.has(id));

/** Returns the anchor unless the selection has changed otherwise since, such as by a button that clears it. */
export const currentAnchor = (anchor: Anchor | undefined, selected: Ids): Anchor | undefined =>
  anchor && isSameSelection(anchor.selected, selected) ? anchor : undefined;

export function toggleRow(selected: Ids, id: RowId): Set<RowId> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

export function toggleAll(selected: Ids, order: readonly RowId[]): Set<RowId> {
  const next = new Set(selected);
  const all = order.length > 0 && order.every((id) => selected.has(id));
  for (const id of order) {
    if (all) next.delete(id);
    else next.add(id);
  }
  return next;
}

/** Selects the range from the anchor; a shrinking range deselects the rows that it no longer contains. */
export function extendSelection(anchor: Pick<Anchor, 'id' | 'base'>, order: readonly RowId[], to: RowId): Set<RowId> {
  const a = order.indexOf(anchor.id);
  const b = order.indexOf(to);
  const next = new Set(anchor.base);
  if (b < 0) return next;
  for (const id of order.slice(Math.min(a < 0 ? b : a, b), Math.max(a, b) + 1)) next.add(id);
  return next;
}
