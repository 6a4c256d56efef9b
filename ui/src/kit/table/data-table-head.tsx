import { lazy, Suspense } from 'react';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { ColumnWidths } from './column-widths.ts';
import type { MultiSort, Sort } from './data-table-types.ts';
import { actionsWidth, CHECKBOX_WIDTH_PX, fillerColumn, type PlacedColumn } from './table-layout.ts';
import type { ColumnResize } from './use-column-resize.ts';

// nobody drags a column before the list is shown
const ColumnResizer = lazy(() =>
  import('./column-resizer.tsx').then(({ ColumnResizer }) => ({ default: ColumnResizer })),
);

interface TableHeadProps<Row> {
  placed: readonly PlacedColumn<Row>[];
  widths: ColumnWidths;
  sort: readonly Sort[];
  onSort: ((sort: Sort) => void) | undefined;
  multiSort: MultiSort | undefined;
  resize: ColumnResize | undefined;
  withActions: boolean;
  /** its aria-rowindex, if not all rows are rendered */
  rowNumber: number | undefined;
  selection: { state: 'all' | 'some' | 'none'; onToggle: () => void } | undefined;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { placed, widths, sort, onSort, multiSort, resize, withActions, rowNumber, selection } = props;
  const texts = useKitTexts();
  return (
    <>
      <colgroup>
        {selection && <col style={{ width: CHECKBOX_WIDTH_PX }} />}
        {placed.map(({ column: { id, pinnedRight, width } }) => (
          <col key={id} style={{ width: pinnedRight ? actionsWidth(width) : widths[id] }} />
        ))}
        {withActions && <col style={{ width: 0 }} />}
      </colgroup>
      <thead>
        <tr aria-rowindex={rowNumber}>
          {selection && (
            <th scope="col" className="pin pick">
              <Checkbox
                aria-label={texts.selectAll}
                checked={selection.state === 'all'}
                indeterminate={selection.state === 'some'}
                onChange={selection.onToggle}
              />
            </th>
          )}
          {placed.map((column) =>
            column === fillerColumn ? (
              <th key={fillerColumn.column.id} aria-hidden />
            ) : (
              <HeadCell
                key={column.column.id}
                placed={column}
                sort={sort}
                onSort={onSort}
                multiSort={multiSort}
                resize={resize}
              />
            ),
          )}
          {withActions && (
            <th scope="col" className="overlay">
              <span className="sr-only">{texts.rowActions}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

interface HeadCellProps<Row> extends Pick<TableHeadProps<Row>, 'sort' | 'onSort' | 'multiSort' | 'resize'> {
  placed: PlacedColumn<Row>;
}

function HeadCell<Row>({ placed, sort, onSort, multiSort, resize }: HeadCellProps<Row>) {
  const texts = useKitTexts();
  const { column, className, style } = placed;
  const position = sort.findIndex((candidate) => candidate.column === column.id) + 1;
  const sorted = sort[position - 1]?.direction;
  const next = sorted === 'asc' ? 'desc' : 'asc';
  const nextText = next === 'asc' ? texts.sortAscending : texts.sortDescending;
  const resizable = resize && column.resizable !== false && !column.pinnedRight;
  return (
    <th
      scope="col"
      tabIndex={-1}
      data-column={column.id}
      style={style}
      className={cx(className, sorted && 'sorted')}
      // assistive technology expects one sorted column
      aria-sort={position === 1 ? (sorted === 'asc' ? 'ascending' : 'descending') : undefined}
      {...(resizable
        ? { onKeyDown: resize.onKeyDown(column), 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight Alt+Enter' }
        : {})}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="head-sort"
          title={[nextText, multiSort?.hint].filter(Boolean).join(' ')}
          onClick={({ shiftKey }) =>
            ((shiftKey && multiSort?.onSort) || onSort)({ column: column.id, direction: next })
          }
        >
          <span className="min-w-0 truncate">{column.header}</span>
          <Icon name={sorted === 'desc' ? 'arrow-down' : 'arrow-up'} size={14} className={cx(!sorted && 'unsorted')} />
          {sorted && sort.length > 1 && (
            <span className="sort-position">
              <span className="sr-only">{multiSort?.position}</span>
              {position}
            </span>
          )}
        </button>
      ) : (
        <span className="head-label">{column.header}</span>
      )}
      {resizable && (
        <Suspense>
          <ColumnResizer column={column} resize={resize} />
        </Suspense>
      )}
    </th>
  );
}
