import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { useKeysForHelp } from '#kit/shortcuts.ts';

/** The rows of a table that renders only some of them. */
export interface PartialRows {
  rowCount: number;
  /** Renders a row. */
  reveal: (index: number) => void;
  /** Keeps the focused row rendered while others take its place on the screen. */
  keepFocusedRendered: (index: number) => void;
}

/** Adds roving focus to a rendered table. */
export function useGridFocus(table: RefObject<HTMLTableElement | null>, partialRows?: PartialRows) {
  const lastFocused = useRef<HTMLElement | null>(null);
  const focusedPosition = useRef<ReturnType<typeof findPosition>>(undefined);
  const wasEntered = useRef(false);
  useKeysForHelp('move');

  useLayoutEffect(() => {
    if (!table.current) return;
    const previouslyFocused = lastFocused.current;
    // before the first focus, the tab stop is in the first row, even if the head was rendered earlier
    lastFocused.current = updateTabStop(table.current, wasEntered.current ? previouslyFocused : null);
    if (previouslyFocused && previouslyFocused !== lastFocused.current) previouslyFocused.tabIndex = -1;
    // the focused row was removed, so the row that took its place gets the focus
    if (previouslyFocused && previouslyFocused !== lastFocused.current && focusedPosition.current)
      findStop(table.current, focusedPosition.current)?.focus();
  });

  function onFocus(event: FocusEvent<HTMLTableElement>) {
    const grid = event.currentTarget;
    const focusStop = event.target;
    // React events also bubble from portals that a cell has opened
    if (!grid.contains(focusStop)) return;
    focusedPosition.current = findPosition(grid, focusStop);
    wasEntered.current = true;
    if (focusedPosition.current && focusedPosition.current.row > 0)
      partialRows?.keepFocusedRendered(focusedPosition.current.row - 1);
    if (focusStop === lastFocused.current) return;
    if (lastFocused.current) lastFocused.current.tabIndex = -1;
    lastFocused.current = focusStop;
    focusStop.tabIndex = 0;
  }

  function onBlur() {
    focusedPosition.current = undefined;
  }

  /** Moves the focus by key and returns the focused element. */
  function move(event: KeyboardEvent<HTMLTableElement>): HTMLElement | undefined {
    const grid = event.currentTarget;
    const from = findPosition(grid, event.target as Element); // the target of a key event is an element
    if (!from || event.altKey) return undefined;
    const to = findTarget(grid, from, event.key, event.ctrlKey || event.metaKey, lastRowNumber(grid, partialRows));
    if (!to) return undefined;
    if (to.row !== from.row && to.row > 0) partialRows?.reveal(to.row - 1);
    const focusStop = findStop(grid, to);
    if (!focusStop) return undefined;
    event.preventDefault();
    focusStop.focus();
    return focusStop;
  }

  function focusFirst(): void {
    if (table.current) findFirstStop(table.current)?.focus();
  }

  return { onFocus, onBlur, move, focusFirst };
}

const innerControl = 'button, a[href], input';

interface GridPosition {
  row: number;
  cell: number;
  /** The index among the cell's focusable elements. */
  stop: number;
}

function listRows(table: HTMLTableElement) {
  return [...table.rows].filter((row) => row.getAttribute('aria-hidden') !== 'true');
}

/** Returns the number of the first row of data, which follows the head. */
const firstRowNumber = (table: HTMLTableElement): number => ((table.tHead?.rows.length ?? 0) > 0 ? 1 : 0);

/** Returns the number of the last row, counting the head and rows that are not rendered. */
const lastRowNumber = (table: HTMLTableElement, partialRows: PartialRows | undefined): number =>
  partialRows ? partialRows.rowCount : listRows(table).length - 1;

/** Returns a row's number from its `data-index`, because rows before it may not be rendered. */
const rowNumber = (row: HTMLTableRowElement, placeInDocument: number): number =>
  row.dataset.index === undefined ? placeInDocument : Number(row.dataset.index) + 1;

function findRow(table: HTMLTableElement, number: number): HTMLTableRowElement | undefined {
  const rows = listRows(table);
  return rows.find((row, place) => rowNumber(row, place) === Math.max(number, 0)) ?? rows.at(-1);
}

/** Lists the focusable elements of a cell: its controls, or the cell itself. */
function listStops(cell: HTMLElement): HTMLElement[] {
  const controls = [...cell.querySelectorAll<HTMLElement>(innerControl)];
  const enabled = controls.filter((control) => !control.hasAttribute('disabled'));
  return enabled.length > 0 ? enabled : [cell];
}

function listCells(row: HTMLTableRowElement): HTMLElement[] {
  return [...row.cells].filter((cell) => cell.getAttribute('aria-hidden') !== 'true');
}

function findPosition(table: HTMLTableElement, element: Element): GridPosition | undefined {
  const cell = element.closest<HTMLElement>('th, td');
  const row = element.closest('tr');
  if (!cell || !row) return undefined;
  const stop = listStops(cell).findIndex((focusStop) => focusStop.contains(element));
  const number = rowNumber(row, listRows(table).indexOf(row));
  return { row: number, cell: listCells(row).indexOf(cell), stop: Math.max(0, stop) };
}

function findStop(table: HTMLTableElement, place: GridPosition): HTMLElement | undefined {
  const row = findRow(table, place.row);
  const cells = row ? listCells(row) : [];
  const cell = cells[Math.min(Math.max(place.cell, 0), cells.length - 1)];
  const stops = cell ? listStops(cell) : [];
  return stops[Math.min(Math.max(place.stop, 0), stops.length - 1)];
}

function findNeighbour(table: HTMLTableElement, from: GridPosition, step: 1 | -1): GridPosition | undefined {
  const row = findRow(table, from.row);
  const here = findStop(table, from);
  if (!row || !here) return undefined;
  const all = listCells(row).flatMap(listStops);
  const next = all[all.indexOf(here) + step];
  return next && findPosition(table, next);
}

const PAGE_ROWS = 10;

/** Returns the place that a key moves to, or undefined for other keys. */
function findTarget(
  table: HTMLTableElement,
  from: GridPosition,
  key: string,
  toGridEdge: boolean,
  last: number,
): GridPosition | undefined {
  const top = firstRowNumber(table);
  switch (key) {
    case 'ArrowRight':
      return findNeighbour(table, from, 1);
    case 'ArrowLeft':
      return findNeighbour(table, from, -1);
    case 'ArrowDown':
      return from.row < last ? { ...from, row: from.row + 1 } : undefined;
    case 'ArrowUp':
      return from.row > 0 ? { ...from, row: from.row - 1 } : undefined;
    case 'PageDown':
      return { ...from, row: Math.min(from.row + PAGE_ROWS, last) };
    case 'PageUp':
      return from.row < top ? undefined : { ...from, row: Math.max(from.row - PAGE_ROWS, top) };
    case 'Home':
      return { row: toGridEdge ? top : from.row, cell: 0, stop: 0 };
    case 'End':
      return { row: toGridEdge ? last : from.row, cell: Number.MAX_SAFE_INTEGER, stop: Number.MAX_SAFE_INTEGER };
    default:
      return undefined;
  }
}

/** Returns the first cell of data in the first row, after the checkbox. */
function findFirstStop(table: HTMLTableElement): HTMLElement | undefined {
  const number = firstRowNumber(table);
  const row = findRow(table, number);
  const cell = row?.querySelector<HTMLElement>('td[data-column]');
  return cell ? listStops(cell)[0] : findStop(table, { row: number, cell: 0, stop: 0 });
}

/** Keeps one element of the grid in the tab order: the last focused one, or the first one of data in the first row. */
function updateTabStop(table: HTMLTableElement, lastFocused: HTMLElement | null): HTMLElement | null {
  const tabStop = lastFocused && table.contains(lastFocused) ? lastFocused : (findFirstStop(table) ?? null);
  for (const focusStop of table.querySelectorAll<HTMLElement>(innerControl))
    if (focusStop.tabIndex !== -1) focusStop.tabIndex = -1;
  if (tabStop) tabStop.tabIndex = 0;
  return tabStop;
}
