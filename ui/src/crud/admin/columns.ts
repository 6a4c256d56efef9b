import type { Column } from '#kit/data-table.tsx';

/** A column of a list of what is administered; its head is the label `field.<id>`. */
export type AdminColumn<Row> = Omit<Column<Row>, 'header' | 'pinned' | 'pinnedRight' | 'resizable'> & {
  /** Shown only when chosen. */
  hidden?: true;
};

const actions = 'actions';

/** Those that can be left out: all but the first and the actions. */
export const choosable = <Row>(columns: readonly AdminColumn<Row>[]) =>
  columns.slice(1).filter(({ id }) => id !== actions);

export const usual = <Row>(columns: readonly AdminColumn<Row>[]): string[] =>
  choosable(columns)
    .filter(({ hidden }) => !hidden)
    .map(({ id }) => id);

/** The columns in order: as the address says, else as kept on this device, else the usual. */
export function shownColumns<Row>(
  columns: readonly AdminColumn<Row>[],
  cols: string | undefined,
  kept: readonly string[] | undefined,
): AdminColumn<Row>[] {
  const find = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => choosable(columns).filter((column) => column.id === id));
  const wanted = cols?.split(',') ?? kept ?? usual(columns);
  const known = find(wanted);
  // a link with none of the columns there are
  const between = known.length === 0 && wanted.length > 0 ? find(usual(columns)) : known;
  return [...columns.slice(0, 1), ...between, ...columns.filter(({ id }) => id === actions)];
}
