import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { placeOf, settle, stopAt, target } from './grid-focus.ts';

/** Roving focus over a table that was rendered without knowing of it. */
export function useGridFocus(table: RefObject<HTMLTableElement | null>) {
  const rover = useRef<HTMLElement | null>(null);
  const held = useRef<ReturnType<typeof placeOf>>(undefined);
  const entered = useRef(false);

  useLayoutEffect(() => {
    if (!table.current) return;
    const before = rover.current;
    // nobody has been here yet: the way in leads to the first row, even if it came after the head
    rover.current = settle(table.current, entered.current ? before : null);
    if (before && before !== rover.current) before.tabIndex = -1;
    // The row with the focus is gone: the focus stays where it was, on the row that moved up.
    if (before && before !== rover.current && held.current) stopAt(table.current, held.current)?.focus();
  });

  function onFocus(event: FocusEvent<HTMLTableElement>) {
    const grid = event.currentTarget;
    const stop = event.target;
    // React also reports what happens in layers that a cell has opened elsewhere in the document.
    if (!grid.contains(stop)) return;
    held.current = placeOf(grid, stop);
    entered.current = true;
    if (stop === rover.current) return;
    if (rover.current) rover.current.tabIndex = -1;
    rover.current = stop;
    stop.tabIndex = 0;
  }

  function onBlur() {
    held.current = undefined;
  }

  /** Moves the focus and tells where it went. */
  function move(event: KeyboardEvent<HTMLTableElement>): HTMLElement | undefined {
    const grid = event.currentTarget;
    const from = placeOf(grid, event.target as Element); // the target of a key event is an element
    if (!from || event.altKey) return undefined;
    const stop = target(grid, from, event.key, event.ctrlKey || event.metaKey);
    if (!stop) return undefined;
    event.preventDefault();
    stop.focus();
    return stop;
  }

  return { onFocus, onBlur, move };
}
