import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** The rows of a table of which only a part is in the document. */
export interface PartialRows {
  rowCount: number;
  /** Puts a row into the document. */
  reveal: (index: number) => void;
  holdFocused: (index: number) => void;
}

/** Roving focus over a table that was rendered without knowing of it. */
export function useGridFocus(table: RefObject<HTMLTableElement | null>, partialRows?: PartialRows) {
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
    if (held.current && held.current.row > 0) partialRows?.holdFocused(held.current.row - 1);
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
    const to = target(grid, from, event.key, event.ctrlKey || event.metaKey, lastRowOf(grid, partialRows));
    if (!to) return undefined;
    if (to.row !== from.row && to.row > 0) partialRows?.reveal(to.row - 1);
    const stop = stopAt(grid, to);
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

/** Rows are counted from the head, those that are not in the document included. */
const lastRowOf = (table: HTMLTableElement, partialRows: PartialRows | undefined): number =>
  partialRows ? partialRows.rowCount : rowsOf(table).length - 1;

/** A row that says its index counts by that: others before it may not be in the document. */
const numberOf = (row: HTMLTableRowElement, placeInDocument: number): number =>
  row.dataset.index === undefined ? placeInDocument : Number(row.dataset.index) + 1;

function rowAt(table: HTMLTableElement, number: number): HTMLTableRowElement | undefined {
  const rows = rowsOf(table);
  return rows.find((row, place) => numberOf(row, place) === Math.max(number, 0)) ?? rows.at(-1);
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
  const number = numberOf(row, rowsOf(table).indexOf(row));
  return { row: number, cell: cellsOf(row).indexOf(cell), part: Math.max(0, part) };
}

function stopAt(table: HTMLTableElement, place: Place): HTMLElement | undefined {
  const row = rowAt(table, place.row);
  const cells = row ? cellsOf(row) : [];
  const cell = cells[Math.min(Math.max(place.cell, 0), cells.length - 1)];
  const stops = cell ? stopsOf(cell) : [];
  return stops[Math.min(Math.max(place.part, 0), stops.length - 1)];
}

function beside(table: HTMLTableElement, from: Place, step: 1 | -1): Place | undefined {
  const row = rowAt(table, from.row);
  const here = stopAt(table, from);
  if (!row || !here) return undefined;
  const all = cellsOf(row).flatMap(stopsOf);
  const next = all[all.indexOf(here) + step];
  return next && placeOf(table, next);
}

const PAGE_ROWS = 10;

/** Where a key leads to, or undefined where it means nothing to a grid. */
function target(table: HTMLTableElement, from: Place, key: string, far: boolean, last: number): Place | undefined {
  const top = (table.tHead?.rows.length ?? 0) > 0 ? 1 : 0;
  switch (key) {
    case 'ArrowRight':
      return beside(table, from, 1);
    case 'ArrowLeft':
      return beside(table, from, -1);
    case 'ArrowDown':
      return from.row < last ? { ...from, row: from.row + 1 } : undefined;
    case 'ArrowUp':
      return from.row > 0 ? { ...from, row: from.row - 1 } : undefined;
    case 'PageDown':
      return { ...from, row: Math.min(from.row + PAGE_ROWS, last) };
    case 'PageUp':
      return { ...from, row: Math.max(from.row - PAGE_ROWS, top) };
    case 'Home':
      return { row: far ? top : from.row, cell: 0, part: 0 };
    case 'End':
      return { row: far ? last : from.row, cell: Number.MAX_SAFE_INTEGER, part: 9 };
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
