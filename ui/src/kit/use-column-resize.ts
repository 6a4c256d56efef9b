import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type { Column } from './data-table-types.ts';

type Sized = Pick<Column<unknown>, 'id' | 'width' | 'minWidth'>;

export interface ColumnResize {
  widths: Readonly<Record<string, number>>;
  onPointerDown: (column: Sized) => (event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (column: Sized) => (event: KeyboardEvent<HTMLElement>) => void;
  reset: (column: Sized) => void;
}

const none = {};
const step = 16;

/** While a column is dragged its width lives here; the page hears of it when the pointer lets go. */
export function useColumnResize(
  given: Readonly<Record<string, number>> = none,
  onResize?: (columnId: string, width: number) => void,
): ColumnResize {
  const [dragged, setDragged] = useState<{ id: string; width: number }>();
  const widths = useMemo(() => (dragged ? { ...given, [dragged.id]: dragged.width } : given), [given, dragged]);

  const clamp = (column: Sized, width: number) => Math.round(Math.max(column.minWidth ?? 48, Math.min(width, 800)));

  return {
    widths,
    onPointerDown: (column) => (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.stopPropagation();
      const handle = event.currentTarget;
      const startWidth = handle.closest('th')?.offsetWidth ?? column.width;
      const startX = event.clientX;
      let width = startWidth;
      handle.setPointerCapture(event.pointerId);
      handle.onpointermove = (move) => {
        width = clamp(column, startWidth + move.clientX - startX);
        setDragged({ id: column.id, width });
      };
      handle.onlostpointercapture = () => {
        handle.onpointermove = null;
        handle.onlostpointercapture = null;
        setDragged(undefined);
        if (width !== startWidth) onResize?.(column.id, width);
      };
    },
    onKeyDown: (column) => (event) => {
      if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
      event.preventDefault();
      const change = event.key === 'ArrowRight' ? step : -step;
      onResize?.(column.id, clamp(column, event.currentTarget.offsetWidth + change));
    },
    reset: (column) => onResize?.(column.id, column.width),
  };
}
