import type { ReactNode } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';

export type RowId = string | number;

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

/** How rows are sorted by more than one column. */
export interface MultiSort {
  /** called instead of `onSort` while Shift is pressed */
  onSort: (sort: Sort) => void;
  /** says in the tooltip of a head how to do so */
  hint: string;
  /** the word for screen readers before the place of a column in the order */
  position: string;
}

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** in pixels, used until the content is measured; after that, a column that `truncates` is never narrower than this (three quarters of it unless pinned) or than its content */
  width: number;
  minWidth?: number | undefined;
  /** in pixels; a wider content is cut unless somebody widens the column */
  maxWidth?: number | undefined;
  /** whether the text may be truncated if the table is too narrow; codes, times and numbers must not be */
  truncates?: boolean | undefined;
  align?: 'start' | 'end' | undefined;
  /** stays at the left while the rest scrolls; pinned columns come first */
  pinned?: boolean | undefined;
  /** the line of the row on which a phone shows it; pinned columns and the status are always shown, by default on the first */
  onPhone?: 'firstLine' | 'secondLine' | undefined;
  /** stays at the right: the column of actions, which comes last */
  pinnedRight?: boolean | undefined;
  sortable?: boolean | undefined;
  resizable?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  /** Whether a row's cell is empty; a list may hide columns that are empty in all rows. */
  isEmpty?: ((row: Row) => boolean) | undefined;
}

export interface RowAction {
  id: string;
  label: string;
  icon: IconName;
  tone?: 'bad' | undefined;
  disabledReason?: string | false | undefined;
  onSelect: () => void;
  /** called when the action is about to be chosen, to prefetch */
  onPrefetch?: (() => void) | undefined;
}

export interface DataTableProps<Row> {
  'aria-label': string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => RowId;
  /** names a row for its checkbox: the code */
  rowLabel?: ((row: Row) => string) | undefined;
  selectedIds?: ReadonlySet<RowId> | undefined;
  onSelect?: ((ids: ReadonlySet<RowId>) => void) | undefined;
  /** the columns that the rows are sorted by, the most important first */
  sort?: readonly Sort[] | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  multiSort?: MultiSort | undefined;
  /** the row that is open beside the table */
  currentId?: RowId | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** called when the focus moves to another row by key while a row is open beside the table */
  onFollow?: ((row: Row) => void) | undefined;
  /** called on E and on C in a row */
  onEdit?: ((row: Row) => void) | undefined;
  onCopyCode?: ((row: Row) => void) | undefined;
  /** A number that grows with each request to focus the first row, which waits until there are rows. */
  focusRequest?: number | undefined;
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** The table may have hundreds of rows, so only the visible ones are rendered. */
  mayBeLong?: boolean | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  loading?: boolean | undefined;
  /** the number of placeholder rows while loading */
  skeletonRows?: number | undefined;
  empty?: ReactNode;
  columnWidths?: Readonly<Record<string, number>> | undefined;
  onResize?: ((columnId: string, width: number) => void) | undefined;
  /** Called with the columns for which a narrow table has no room. Without this function it scrolls instead of hiding them. */
  onColumnsHidden?: ((columns: readonly Column<Row>[]) => void) | undefined;
}
