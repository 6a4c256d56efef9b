import { type KeyboardEvent, useMemo, useState } from 'react';
import type { Column } from './data-table-types.ts';

type Sized = Pick<Column<unknown>, 'id' | 'width' | 'minWidth'>;

export interface ColumnResize {
  widths: Readonly<Record<string, number>>;
  /** While a column is dragged its width lives here; the page hears of it when it is dropped. */
  drag: (column: Sized, width: number) => void;
  drop: (column: Sized, width: number) => void;
  onKeyDown: (column: Sized) => (event: KeyboardEvent<HTMLElement>) => void;
  reset: (column: Sized) => void;
}

const NO_WIDTHS = {};
const KEY_STEP_PX = 16;
const MIN_WIDTH_PX = 48;
const MAX_WIDTH_PX = 800;

const clamp = ({ minWidth = MIN_WIDTH_PX }: Sized, width: number) =>
  Math.round(Math.max(minWidth, Math.min(width, MAX_WIDTH_PX)));

export function useColumnResize(
  given: Readonly<Record<string, number>> = NO_WIDTHS,
  onResize?: (columnId: string, width: number) => void,
): ColumnResize {
  const [dragged, setDragged] = useState<{ id: string; width: number }>();
  const widths = useMemo(() => (dragged ? { ...given, [dragged.id]: dragged.width } : given), [given, dragged]);

  return {
    widths,
    drag: (column, width) => setDragged({ id: column.id, width: clamp(column, width) }),
    drop: (column, width) => {
      setDragged(undefined);
      onResize?.(column.id, clamp(column, width));
    },
    onKeyDown: (column) => (event) => {
      if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      const change = event.key === 'ArrowRight' ? KEY_STEP_PX : -KEY_STEP_PX;
      onResize?.(column.id, clamp(column, event.currentTarget.offsetWidth + change));
    },
    reset: (column) => onResize?.(column.id, column.width),
  };
}
