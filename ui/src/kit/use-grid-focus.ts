import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

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

const inner = 'button, a[href], input';

interface Place {
  row: number;
  cell: number;
  part: number;
}

function rowsOf(table: HTMLTableElement) {
  return [...table.rows].filter((row) => row.getAttribute('aria-hidden') !== 'true');
}

/** Where the focus may stand in a cell: on what can be operated there, else on the cell itself. */
function stopsOf(cell: HTMLElement): HTMLElement[] {
  const parts = [...cell.querySelectorAll<HTMLElement>(inner)].filter((part) => !part.hasAttribute('disabled'));
  return parts.length > 0 ? parts : [cell];
}

function cellsOf(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.cells].filter((cell) => cell.getAttribute('aria-hidden') !== 'true');
}

function placeOf(table: HTMLTableElement, element: Element): Place | undefined {
  const cell = element.closest<HTMLElement>('th, td');
  const row = element.closest('tr');
  if (!cell || !row) return undefined;
  const part = stopsOf(cell).findIndex((stop) => stop.contains(element));
  return { row: rowsOf(table).indexOf(row), cell: cellsOf(row).indexOf(cell), part: Math.max(0, part) };
}

function stopAt(table: HTMLTableElement, place: Place): HTMLElement | undefined {
  const rows = rowsOf(table);
  const row = rows[Math.min(Math.max(place.row, 0), rows.length - 1)];
  const cells = row ? cellsOf(row) : [];
  const cell = cells[Math.min(Math.max(place.cell, 0), cells.length - 1)];
  const stops = cell ? stopsOf(cell) : [];
  return stops[Math.min(Math.max(place.part, 0), stops.length - 1)];
}

function beside(table: HTMLTableElement, from: Place, step: 1 | -1): HTMLElement | undefined {
  const row = rowsOf(table)[from.row];
  if (!row) return undefined;
  const all = cellsOf(row).flatMap(stopsOf);
  const here = stopAt(table, from);
  return here && all[all.indexOf(here) + step];
}

const page = 10;

/** The stop that a key leads to, or undefined where the key means nothing to a grid. */
function target(table: HTMLTableElement, from: Place, key: string, far: boolean): HTMLElement | undefined {
  const last = rowsOf(table).length - 1;
  const top = (table.tHead?.rows.length ?? 0) > 0 ? 1 : 0;
  switch (key) {
    case 'ArrowRight':
      return beside(table, from, 1);
    case 'ArrowLeft':
      return beside(table, from, -1);
    case 'ArrowDown':
      return from.row < last ? stopAt(table, { ...from, row: from.row + 1 }) : undefined;
    case 'ArrowUp':
      return from.row > 0 ? stopAt(table, { ...from, row: from.row - 1 }) : undefined;
    case 'PageDown':
      return stopAt(table, { ...from, row: Math.min(from.row + page, last) });
    case 'PageUp':
      return stopAt(table, { ...from, row: Math.max(from.row - page, top) });
    case 'Home':
      return stopAt(table, { row: far ? top : from.row, cell: 0, part: 0 });
    case 'End':
      return stopAt(table, { row: far ? last : from.row, cell: Number.MAX_SAFE_INTEGER, part: 9 });
    default:
      return undefined;
  }
}

/** One stop of the grid is in the tab order: the one last focused, else the first of the first row. */
function settle(table: HTMLTableElement, rover: HTMLElement | null): HTMLElement | null {
  const kept = rover && table.contains(rover) ? rover : (stopAt(table, { row: 1, cell: 0, part: 0 }) ?? null);
  for (const stop of table.querySelectorAll<HTMLElement>(inner)) if (stop.tabIndex !== -1) stop.tabIndex = -1;
  if (kept) kept.tabIndex = 0;
  return kept;
}
