import { type KeyboardEvent, useMemo, useState } from 'react';
import { useKeysForHelp } from '#kit/shortcuts.ts';
import type { ColumnWidths } from './column-widths.ts';
import type { Column } from './data-table-types.ts';
import { measureContentWidths } from './use-column-widths.ts';

export type ResizableColumn = Pick<Column<unknown>, 'id' | 'width' | 'minWidth'>;

export interface ColumnResize {
  /** the widths chosen by the user */
  widths: ColumnWidths;
  /** Sets the width of a dragged column and fixes those before it; the page is notified only when it is dropped. */
  drag: (column: ResizableColumn, width: number, before: ColumnWidths) => void;
  drop: (column: ResizableColumn, width: number) => void;
  onKeyDown: (column: ResizableColumn) => (event: KeyboardEvent<HTMLElement>) => void;
  /** Resets a column to the width of its content. */
  fit: (column: ResizableColumn, head: HTMLElement) => void;
}

const NO_WIDTHS = {};
const KEY_STEP_PX = 16;
const MIN_WIDTH_PX = 48;
const MAX_WIDTH_PX = 800;

const clamp = ({ minWidth = MIN_WIDTH_PX }: ResizableColumn, width: number) =>
  Math.round(Math.max(minWidth, Math.min(width, MAX_WIDTH_PX)));

export function useColumnResize(
  given: ColumnWidths = NO_WIDTHS,
  onResize?: (columnId: string, width: number) => void,
): ColumnResize {
  useKeysForHelp('resize', onResize !== undefined);
  const [dragged, setDragged] = useState<ColumnWidths>();
  const widths = useMemo(() => (dragged ? { ...given, ...dragged } : given), [given, dragged]);

  function fit(column: ResizableColumn, head: HTMLElement) {
    const table = head.closest('table');
    const need = table && measureContentWidths(table)?.[column.id];
    if (need) onResize?.(column.id, clamp(column, Math.max(need.head, need.body)));
  }

  return {
    widths,
    drag: (column, width, before) => setDragged({ ...before, [column.id]: clamp(column, width) }),
    drop: (column, width) => {
      setDragged(undefined);
      onResize?.(column.id, clamp(column, width));
    },
    onKeyDown: (column) => (event) => {
      const { key, altKey, currentTarget } = event;
      if (!altKey || !['ArrowLeft', 'ArrowRight', 'Enter'].includes(key)) return;
      event.preventDefault();
      if (key === 'Enter') return fit(column, currentTarget);
      const change = key === 'ArrowRight' ? KEY_STEP_PX : -KEY_STEP_PX;
      onResize?.(column.id, clamp(column, currentTarget.offsetWidth + change));
    },
    fit,
  };
}
