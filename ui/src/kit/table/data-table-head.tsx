import { useRef } from 'react';
import { useMove } from 'react-aria/useMove';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Checkbox } from '#kit/fields/checkbox.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import type { Sort } from './data-table-types.ts';
import { checkboxWidth, type Placed, rest, type TableLayout } from './table-layout.ts';
import type { ColumnResize } from './use-column-resize.ts';

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  resize: ColumnResize | undefined;
  withActions: boolean;
  /** Its place among the rows, where not all of them are in the document. */
  rowNumber: number | undefined;
  selection: { state: 'all' | 'some' | 'none'; onToggle: () => void } | undefined;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { layout, sort, onSort, resize, withActions, rowNumber, selection } = props;
  const texts = useKitTexts();
  return (
    <>
      <colgroup>
        {selection && <col style={{ width: checkboxWidth }} />}
        {layout.placed.map(({ column, width }) => (
          <col key={column.id} data-column={column.id} style={width === undefined ? undefined : { width }} />
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
          {layout.placed.map((placed) =>
            placed === rest ? (
              <th key={rest.column.id} aria-hidden />
            ) : (
              <HeadCell key={placed.column.id} placed={placed} sort={sort} onSort={onSort} resize={resize} />
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

interface HeadCellProps<Row> extends Pick<TableHeadProps<Row>, 'sort' | 'onSort' | 'resize'> {
  placed: Placed<Row>;
}

function HeadCell<Row>({ placed, sort, onSort, resize }: HeadCellProps<Row>) {
  const texts = useKitTexts();
  const { column, className, style } = placed;
  const sorted = sort?.column === column.id ? sort.direction : undefined;
  const next = sorted === 'asc' ? 'desc' : 'asc';
  const resizable = resize && column.resizable !== false && !column.pinnedRight;
  return (
    <th
      scope="col"
      tabIndex={-1}
      data-column={column.id}
      style={style}
      className={cx(className, sorted && 'sorted')}
      aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
      {...(resizable
        ? { onKeyDown: resize.onKeyDown(column), 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' }
        : {})}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="head-sort"
          title={next === 'asc' ? texts.sortAscending : texts.sortDescending}
          onClick={() => onSort({ column: column.id, direction: next })}
        >
          {column.header}
          <Icon name={sorted === 'desc' ? 'arrow-down' : 'arrow-up'} size={14} className={cx(!sorted && 'unsorted')} />
        </button>
      ) : (
        column.header
      )}
      {resizable && <Resizer column={column} resize={resize} />}
    </th>
  );
}

interface ResizerProps<Row> {
  column: Placed<Row>['column'];
  resize: ColumnResize;
}

/** Dragged by mouse or finger; the keyboard resizes at the head itself. */
function Resizer<Row>({ column, resize }: ResizerProps<Row>) {
  const texts = useKitTexts();
  const handle = useRef<HTMLElement>(null);
  const width = useRef(0);
  const { moveProps } = useMove({
    onMoveStart: () => {
      width.current = handle.current?.closest('th')?.offsetWidth ?? column.width;
    },
    onMove: ({ deltaX }) => {
      width.current += deltaX;
      resize.drag(column, width.current);
    },
    onMoveEnd: () => resize.drop(column, width.current),
  });
  return (
    <i
      {...moveProps}
      ref={handle}
      aria-hidden
      title={texts.resizeColumn}
      className="resizer"
      onDoubleClick={() => resize.reset(column)}
    />
  );
}
