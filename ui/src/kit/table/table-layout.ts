import type { CSSProperties } from 'react';
import { cx } from '#kit/cx.ts';
import type { Column } from './data-table-types.ts';

export const checkboxWidth = 40;
const MAX_BRIEF_FACTS = 3;

export interface Placed<Row> {
  column: Column<Row>;
  /** In pixels or as a CSS length; undefined if the column takes the remaining width. */
  width: number | string | undefined;
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

/** The columns that a narrow screen shows: those that identify the row, its status (or else its first columns), and its actions. */
function briefColumns<Row>(columns: readonly Column<Row>[]): ReadonlySet<Column<Row>> {
  const scrolling = columns.filter(({ pinned, pinnedRight }) => !pinned && !pinnedRight);
  const status = scrolling.find(({ id }) => id === 'status');
  const facts = status ? [status] : scrolling.slice(0, MAX_BRIEF_FACTS);
  return new Set([...columns.filter(({ pinned, pinnedRight }) => pinned || pinnedRight), ...facts]);
}

/** The style sheet sets `--actions-width` where a narrow table folds the actions into a menu. */
const actionsWidth = (width: number) => `var(--actions-width, ${width}px)`;

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
  const brief = briefColumns(columns);
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
    if (!column.pinnedRight) sum += width;
    if (column.pinned) {
      properties[`--left-${column.id}`] = `${left}px`;
      left += width;
    }
    return {
      column,
      width: takesSlack ? undefined : column.pinnedRight ? actionsWidth(width) : width,
      className: cx(
        column.align === 'end' && 'end',
        column.pinned && 'pin',
        column === lastPinned && 'pin-edge',
        column.pinnedRight && 'pin-right',
        brief.has(column) && 'brief',
      ),
      style: column.pinned ? { left: `var(--left-${column.id})` } : undefined,
    };
  });
  const actions = columns.find(({ pinnedRight }) => pinnedRight);
  properties['--table-width'] = actions ? `calc(${sum}px + ${actionsWidth(actions.width)})` : `${sum}px`;
  properties['--pinned-width'] = `${left}px`;
  if (!slackTaken) {
    const end = placed.findIndex(({ column }) => column.pinnedRight);
    placed.splice(end < 0 ? placed.length : end, 0, rest);
  }
  // Custom properties are not part of CSSProperties.
  return { placed, style: properties as CSSProperties };
}
