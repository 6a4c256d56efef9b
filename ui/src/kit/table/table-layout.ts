import type { CSSProperties } from 'react';
import { cx } from '#kit/cx.ts';
import type { Column } from './data-table-types.ts';

export const checkboxWidth = 40;

export interface Placed<Row> {
  column: Column<Row>;
  /** undefined: takes what is left */
  width: number | undefined;
  className: string;
  style: CSSProperties | undefined;
}

export interface TableLayout<Row> {
  placed: readonly Placed<Row>[];
  style: CSSProperties;
}

/** Takes the slack when no other column does, left of what is pinned right. */
export const rest: Placed<unknown> = {
  column: { id: '(rest)', header: null, width: 0, resizable: false, cell: () => null },
  width: undefined,
  className: '',
  style: undefined,
};

function growing<Row>(columns: readonly Column<Row>[]) {
  return columns.find((column) => column.grow) ?? columns.findLast((column) => column.pinned) ?? columns[0];
}

/** Offsets go into custom properties of the table, so that resizing a column renders no row again. */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  widths: Readonly<Record<string, number>>,
  withCheckboxes: boolean,
): TableLayout<Row> {
  const grow = growing(columns);
  const lastPinned = columns.findLast((column) => column.pinned);
  const properties: Record<string, string> = {};
  let left = withCheckboxes ? checkboxWidth : 0;
  let sum = left;
  let slackTaken = false;
  const placed = columns.map((column): Placed<Row> => {
    const set = widths[column.id];
    const width = set ?? column.width;
    const takesSlack = column === grow && set === undefined;
    if (takesSlack) slackTaken = true;
    sum += width;
    if (column.pinned) {
      properties[`--left-${column.id}`] = `${left}px`;
      left += width;
    }
    return {
      column,
      width: takesSlack ? undefined : width,
      className: cx(
        column.align === 'end' && 'end',
        column.pinned && 'pin',
        column === lastPinned && 'pin-edge',
        column.pinnedRight && 'pin-right',
      ),
      style: column.pinned ? { left: `var(--left-${column.id})` } : undefined,
    };
  });
  properties['--table-width'] = `${sum}px`;
  properties['--pinned-width'] = `${left}px`;
  if (!slackTaken) {
    const end = placed.findIndex(({ column }) => column.pinnedRight);
    placed.splice(end < 0 ? placed.length : end, 0, rest);
  }
  // Custom properties are not part of CSSProperties.
  return { placed, style: properties as CSSProperties };
}
