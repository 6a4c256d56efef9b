import type { Column } from '#kit/data-table.tsx';

/** A column of a list of access; its head is the label `field.<id>`. */
export type AccessColumn<Row> = Omit<Column<Row>, 'header' | 'pinned' | 'pinnedRight' | 'resizable'> & {
  /** Shown only when chosen. */
  hidden?: true;
};

const actions = 'actions';

/** Those that can be left out: all but the first and the actions. */
export const choosable = <Row>(columns: readonly AccessColumn<Row>[]) =>
  columns.slice(1).filter(({ id }) => id !== actions);

export const usual = <Row>(columns: readonly AccessColumn<Row>[]): string[] =>
  choosable(columns)
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id);

/** The columns in order: as the address says, else as kept on this device, else the usual. */
export function shownColumns<Row>(
  columns: readonly AccessColumn<Row>[],
  cols: string | undefined,
  kept: readonly string[] | undefined,
): AccessColumn<Row>[] {
  const wanted = [...new Set(cols?.split(',') ?? kept ?? usual(columns))];
  const between = wanted.flatMap((id) => choosable(columns).filter((column) => column.id === id));
  return [...columns.slice(0, 1), ...between, ...columns.filter(({ id }) => id === actions)];
}
