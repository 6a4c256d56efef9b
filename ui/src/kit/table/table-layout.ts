import type { CSSProperties } from 'react';
import { cx } from '#kit/cx.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { Column } from './data-table-types.ts';

export const CHECKBOX_WIDTH_PX = 40;
const MAX_BRIEF_FACTS = 3;

export interface PlacedColumn<Row> {
  column: Column<Row>;
  className: string;
  style: CSSProperties | undefined;
}

/** An empty column, left of those pinned right, that takes the remaining width if every column has a chosen width. */
export const fillerColumn: PlacedColumn<unknown> = {
  column: { id: '(rest)', header: null, width: 0, resizable: false, cell: () => null },
  className: '',
  style: undefined,
};

/**
 * The columns that a narrow screen shows: those that identify the row, its status, those that ask for it (without any and without a
 * status, the first columns), and its actions.
 */
function narrowScreenColumns<Row>(columns: readonly Column<Row>[]): ReadonlySet<Column<Row>> {
  const scrolling = columns.filter(({ pinned, pinnedRight }) => !pinned && !pinnedRight);
  const chosen = scrolling.filter(({ id, onPhone }) => id === 'status' || onPhone);
  const facts = chosen.length > 0 ? chosen : scrolling.slice(0, MAX_BRIEF_FACTS);
  return new Set([...columns.filter(({ pinned, pinnedRight }) => pinned || pinnedRight), ...facts]);
}

/** Returns the columns with the classes of their cells, but without widths, so that resizing rerenders no row. */
export function placeColumns<Row>(columns: readonly Column<Row>[], hasFiller: boolean): readonly PlacedColumn<Row>[] {
  const brief = narrowScreenColumns(columns);
  const lastPinned = columns.findLast((column) => column.pinned);
  const placed = columns.map(
    (column): PlacedColumn<Row> => ({
      column,
      className: cx(
        column.align === 'end' && 'end',
        column.pinned && 'pin',
        column === lastPinned && 'pin-edge',
        column.pinnedRight && 'pin-right',
        brief.has(column) && 'brief',
        column.onPhone === 'firstLine' && 'first-line',
        column.onPhone === 'secondLine' && 'second-line',
      ),
      style: column.pinned ? { left: `var(--left-${column.id})` } : undefined,
    }),
  );
  if (!hasFiller) return placed;
  const end = placed.findIndex(({ column }) => column.pinnedRight);
  return placed.toSpliced(end < 0 ? placed.length : end, 0, fillerColumn);
}

/** The style sheet sets `--actions-width` if a narrow table replaces the actions by a menu. */
export const actionsWidth = (widthPx: number) => `var(--actions-width, ${widthPx}px)`;

/** Returns the custom properties with the offsets of pinned columns and the minimum width of the table. */
export function layoutProperties<Row>(
  columns: readonly Column<Row>[],
  widths: ColumnWidths,
  withCheckboxes: boolean,
): CSSProperties {
  const properties: Record<string, string> = {};
  let leftPx = withCheckboxes ? CHECKBOX_WIDTH_PX : 0;
  let sumPx = leftPx;
  for (const { id, pinned, pinnedRight } of columns) {
    const widthPx = widths[id] ?? 0;
    if (!pinnedRight) sumPx += widthPx;
    if (!pinned) continue;
    properties[`--left-${id}`] = `${leftPx}px`;
    leftPx += widthPx;
  }
  const actions = columns.find(({ pinnedRight }) => pinnedRight);
  properties['--table-width'] = actions ? `calc(${sumPx}px + ${actionsWidth(actions.width)})` : `${sumPx}px`;
  properties['--pinned-width'] = `${leftPx}px`;
  // The cast: CSSProperties does not include custom properties.
  return properties as CSSProperties;
}
