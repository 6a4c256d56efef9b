import type { ReactNode } from 'react';
import type { IconName } from '#kit/buttons/icon.tsx';

export type RowId = string | number;

export interface Sort {
  column: string;
  direction: 'asc' | 'desc';
}

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** In pixels, until its content is measured; a text is not cut to less while the table can scroll instead. */
  width: number;
  minWidth?: number | undefined;
  /** A text that may be cut where the table has too little room. Codes, times and figures are never cut. */
  truncates?: boolean | undefined;
  align?: 'start' | 'end' | undefined;
  /** stays at the left while the rest scrolls; pinned columns come first */
  pinned?: boolean | undefined;
  /** stays at the right: the column of actions, which comes last */
  pinnedRight?: boolean | undefined;
  sortable?: boolean | undefined;
  resizable?: boolean | undefined;
  cell: (row: Row) => ReactNode;
  /** Whether the cell of a row shows nothing; a list may hide a column that is empty in all rows. */
  isEmpty?: ((row: Row) => boolean) | undefined;
}

export interface RowAction {
  id: string;
  label: string;
  icon: IconName;
  tone?: 'bad' | undefined;
  disabledReason?: string | false | undefined;
  onSelect: () => void;
  /** Somebody is about to choose it. */
  onAhead?: (() => void) | undefined;
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
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** the row that is open beside the table */
  currentId?: RowId | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  rowActions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** The table may have hundreds of rows, so only the visible ones are rendered. */
  isLong?: boolean | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  loading?: boolean | undefined;
  /** how many grey rows stand in while there is nothing to show yet */
  skeletonRows?: number | undefined;
  empty?: ReactNode;
  columnWidths?: Readonly<Record<string, number>> | undefined;
  onResize?: ((columnId: string, width: number) => void) | undefined;
}
