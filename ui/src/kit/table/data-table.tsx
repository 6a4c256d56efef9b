import { type KeyboardEvent, type MouseEvent, memo, useEffect, useMemo, useRef } from 'react';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { ProgressLine } from '#kit/messages/progress-line.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { useKeysForHelp, useLocalShortcut } from '#kit/shortcuts.ts';
import { TableHead } from './data-table-head.tsx';
import type { DataTableProps, RowAction, RowId } from './data-table-types.ts';
import { RowActions } from './row-actions.tsx';
import { fillerColumn, layoutProperties, type PlacedColumn, placeColumns } from './table-layout.ts';
import { type Anchor, currentAnchor, extendSelection, toggleAll, toggleRow } from './table-selection.ts';
import { useColumnResize } from './use-column-resize.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useGridFocus } from './use-grid-focus.ts';
import { useRowWindow } from './use-row-window.ts';

export type { Column, DataTableProps, RowAction, RowId, Sort } from './data-table-types.ts';

/** Elements in which arrow keys move the caret. */
const TEXT_INPUTS = 'textarea, select, input:not([type="checkbox"])';

const HEAD_ROWS = 1;
/** Must match the design tokens of the style sheet. */
const ROW_HEIGHTS_PX = { comfortable: 40, compact: 32 };

/** A data grid. A generic collection component took 400 ms to render a hundred rows of ten columns; this takes a tenth. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    columns,
    rows,
    rowId,
    rowLabel,
    selectedIds,
    onSelect,
    sort = [],
    onSort,
    multiSort,
    currentId,
    onOpen,
  } = props;
  const { onFollow, onEdit, onCopyCode, focusRequest = 0 } = props;
  const { rowActions, density, loading, skeletonRows = 0, empty, columnWidths, onResize, mayBeLong = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const anchor = useRef<Anchor>(undefined);
  const rowCount = rows.length;
  const rowHeightPx = ROW_HEIGHTS_PX[density ?? 'comfortable'];
  const rowWindow = useRowWindow({ mayBeLong, rowCount, rowHeightPx, scroller });
  const focus = useGridFocus(table, rowWindow && { ...rowWindow, rowCount });
  const resize = useColumnResize(columnWidths, onResize);
  const selectable = selectedIds !== undefined && onSelect !== undefined;
  const { onColumnsHidden } = props;
  const { shown, hidden, widths, hasFiller } = useColumnWidths({
    table,
    scroller,
    columns,
    rows,
    density,
    selectable,
    chosen: resize.widths,
    firstRenderedIndex: rowWindow?.rows[0]?.index,
    keptIds: onColumnsHidden && sort.map(({ column }) => column),
  });
  const placed = useMemo(() => placeColumns(shown, hasFiller), [shown, hasFiller]);
  useEffect(() => onColumnsHidden?.(hidden), [onColumnsHidden, hidden]);
  const order = useMemo(() => rows.map(rowId), [rows, rowId]);

  const answeredRequest = useRef(focusRequest);
  useEffect(() => {
    if (answeredRequest.current === focusRequest || loading || rowCount === 0) return;
    answeredRequest.current = focusRequest;
    focus.focusFirst();
  });

  function findRow(element: Element | undefined): { row: Row; id: RowId } | undefined {
    const index = element?.closest<HTMLElement>('tr[data-index]')?.dataset.index;
    const row = index === undefined ? undefined : rows[Number(index)];
    return row === undefined ? undefined : { row, id: rowId(row) };
  }

  function selectRow(id: RowId, upTo: boolean) {
    if (!selectedIds || !onSelect) return;
    const from = upTo ? currentAnchor(anchor.current, selectedIds) : undefined;
    if (from) return selectUpTo(from, id);
    const next = toggleRow(selectedIds, id);
    anchor.current = { id, base: next, selected: next };
    onSelect(next);
  }

  function selectUpTo({ id, base }: Pick<Anchor, 'id' | 'base'>, to: RowId) {
    const selected = extendSelection({ id, base }, order, to);
    anchor.current = { id, base, selected };
    onSelect?.(selected);
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const element = event.target as Element; // the target of a click is an element
    const found = findRow(element);
    if (!found) return;
    if (element.matches('[data-select]')) return selectRow(found.id, event.shiftKey);
    if (element.closest('button, a, input, label')) return;
    if (selectable && (event.shiftKey || event.metaKey || event.ctrlKey)) return selectRow(found.id, event.shiftKey);
    if (document.getSelection()?.isCollapsed !== false) onOpen?.(found.row);
  }

  /** Runs on a key in a cell of a row, or on its checkbox if that leaves the key alone. */
  const onCell =
    (run: (found: { row: Row; id: RowId }, event: KeyboardEvent) => void, cellSelector = 'td, [data-select]') =>
    (event: KeyboardEvent) => {
      const cell = event.target as Element; // the target of a key event is an element
      const found = cell.matches(cellSelector) && findRow(cell);
      return found ? run(found, event) : false;
    };
  const onOpenKey = useLocalShortcut('Enter', 'open', onOpen && onCell(({ row }) => onOpen(row)));
  const onSelectKey = useLocalShortcut(
    ' ',
    'select',
    selectable ? onCell(({ id }, { shiftKey }) => selectRow(id, shiftKey), 'td') : undefined,
  );
  const onSelectAllKey = useLocalShortcut(
    'mod+a',
    'selectAll',
    selectable ? () => onSelect(new Set([...selectedIds, ...order])) : undefined,
  );
  const onEditKey = useLocalShortcut('e', 'edit', onEdit && onCell(({ row }) => onEdit(row)));
  const onCopyKey = useLocalShortcut('c', 'copy', onCopyCode && onCell(({ row }) => onCopyCode(row)));
  useKeysForHelp('extend', selectable);

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const element = event.target as Element; // the target of a key event is an element
    if (!event.currentTarget.contains(element) || element.matches(TEXT_INPUTS)) return;
    const from = findRow(element);
    if ([onOpenKey, onSelectKey, onSelectAllKey, onEditKey, onCopyKey].some((onKey) => onKey(event))) return;
    const to = findRow(focus.move(event));
    if (event.shiftKey && from && to && selectedIds && to.id !== from.id) {
      const unanchored = { id: from.id, base: new Set(selectedIds).add(from.id) };
      selectUpTo(currentAnchor(anchor.current, selectedIds) ?? unanchored, to.id);
    } else if (to && !event.shiftKey) {
      anchor.current = undefined;
      if (currentId !== undefined && to.id !== currentId) onFollow?.(to.row);
    }
  }

  function tableRow(index: number, rowNumber?: number) {
    const row = rows[index];
    if (row === undefined) return null;
    const id = rowId(row);
    return (
      <TableRow
        key={id}
        row={row}
        index={index}
        rowNumber={rowNumber}
        placed={placed}
        rowLabel={rowLabel}
        rowActions={rowActions}
        opens={onOpen !== undefined}
        selected={selectable ? selectedIds.has(id) : undefined}
        current={currentId === id}
      />
    );
  }

  const waiting = loading && rows.length === 0 && skeletonRows > 0;
  return (
    <div className="grid-frame" data-density={density}>
      {loading && <ProgressLine className="absolute inset-x-0 top-0 z-(--z-bar)" />}
      <div
        ref={scroller}
        className="grid-scroll"
        style={layoutProperties(shown, widths, selectable)}
        onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table that is navigated by arrow keys
          role="grid"
          aria-label={props['aria-label']}
          aria-rowcount={rowWindow && HEAD_ROWS + rowCount}
          aria-multiselectable={selectable || undefined}
          aria-busy={loading || undefined}
          className="grid-table"
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={focus.onFocus}
          onBlur={focus.onBlur}
        >
          <TableHead
            placed={placed}
            widths={widths}
            sort={sort}
            onSort={onSort}
            multiSort={multiSort}
            resize={onResize && resize}
            withActions={rowActions !== undefined}
            rowNumber={rowWindow && HEAD_ROWS}
            selection={
              selectable
                ? {
                    state: selectionState(order, selectedIds),
                    onToggle: () => onSelect(toggleAll(selectedIds, order)),
                  }
                : undefined
            }
          />
          <tbody>
            {rowWindow
              ? rowWindow.rows.flatMap(({ index, gapPx }) => [
                  gapPx > 0 && <RowGap key={`gap ${index}`} heightPx={gapPx} />,
                  tableRow(index, HEAD_ROWS + index + 1),
                ])
              : rows.map((_, index) => tableRow(index))}
            {rowWindow && rowWindow.gapAfterPx > 0 && <RowGap heightPx={rowWindow.gapAfterPx} />}
            {waiting && <SkeletonRows count={skeletonRows} placed={placed} selectable={selectable} />}
          </tbody>
        </table>
        {rows.length === 0 && !loading && empty && <div className="grid-empty">{empty}</div>}
      </div>
    </div>
  );
}

function selectionState(order: readonly RowId[], selected: ReadonlySet<RowId>): 'all' | 'some' | 'none' {
  const count = order.filter((id) => selected.has(id)).length;
  return count === 0 ? 'none' : count === order.length ? 'all' : 'some';
}

interface SkeletonRowsProps<Row> {
  count: number;
  placed: readonly PlacedColumn<Row>[];
  selectable: boolean;
}

/** Fills the space of rows that are not rendered. */
const RowGap = ({ heightPx }: { heightPx: number }) => (
  <tr aria-hidden>
    <td className="border-0! p-0!" style={{ height: heightPx }} />
  </tr>
);

/** Placeholder rows that fade out downwards. */
function SkeletonRows<Row>({ count, placed, selectable }: SkeletonRowsProps<Row>) {
  return Array.from({ length: count }, (_, index) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: stand-ins have no identity
      key={index}
      aria-hidden
      className="animate-fade-in-delayed"
      style={{ opacity: Math.max(0.15, 1 - index / (count + 1)) }}
    >
      {selectable && <td className="pin pick" />}
      {placed.map(({ column, className, style }, place) => (
        <td key={column.id} className={className} style={style}>
          <Skeleton width={`${column.truncates ? 40 + ((index * 7) % 3) * 9 : 60 + ((index + place) % 3) * 12}%`} />
        </td>
      ))}
    </tr>
  ));
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** its aria-rowindex, if not all rows are rendered */
  rowNumber: number | undefined;
  placed: readonly PlacedColumn<Row>[];
  rowLabel: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  opens: boolean;
  selected: boolean | undefined;
  current: boolean;
}

/** A row without event handlers: the table handles all events, so that a row rerenders only if its content changes. */
function Row<T>({ row, index, rowNumber, placed, rowLabel, rowActions, opens, selected, current }: TableRowProps<T>) {
  const texts = useKitTexts();
  return (
    <tr
      data-index={index}
      aria-rowindex={rowNumber}
      data-opens={opens || undefined}
      aria-selected={selected}
      aria-current={current || undefined}
      className="grid-row"
    >
      {selected !== undefined && (
        <td className="pin pick">
          <input
            type="checkbox"
            data-select
            className="box"
            checked={selected}
            onChange={ignore}
            aria-label={rowLabel ? `${texts.selectRow} ${rowLabel(row)}` : texts.selectRow}
          />
        </td>
      )}
      {placed.map(({ column, className, style }) => (
        <td
          key={column.id}
          tabIndex={-1}
          data-column={column.id}
          aria-hidden={column === fillerColumn.column || undefined}
          className={className}
          style={style}
        >
          {column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className="overlay">
          <RowActions floating actions={rowActions(row)} />
        </td>
      )}
    </tr>
  );
}

function ignore() {}

// The cast: memo loses the type parameter of the component.
const TableRow = memo(Row) as typeof Row;
