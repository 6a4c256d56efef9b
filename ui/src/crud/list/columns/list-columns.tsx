import { useState } from 'react';
import type { ListAddress } from '#crud/list/use-list.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import type { ChoosableColumn } from '#kit/table/column-chooser.tsx';
import type { Column } from '#kit/table/data-table.tsx';
import type { ListPreferences } from './preferences.ts';

/** A column of a list; its head is the label `field.<id>` unless it has its own. One with the id `actions` is the last, and always shown. */
export type ListColumn<Row> = Omit<Column<Row>, 'header' | 'pinned' | 'pinnedRight'> & {
  /** Stays at the left, and is always shown. */
  pinned?: true;
  label?: string;
  /** Shown only when chosen. */
  hiddenByDefault?: true;
};

const ACTIONS = 'actions';

const labelOf = <Row,>({ id, label }: ListColumn<Row>): string => label ?? pointerLabel(`/${id}`);

const choosableColumns = <Row,>(columns: readonly ListColumn<Row>[]) =>
  columns.filter(({ id, pinned }) => !pinned && id !== ACTIONS);

const defaultIds = <Row,>(columns: readonly ListColumn<Row>[]): string[] =>
  choosableColumns(columns)
    .filter(({ hiddenByDefault }) => !hiddenByDefault)
    .map(({ id }) => id);

/** The columns in order: as the address says, else the user's own, else the default ones, else the default ones. */
export function shownColumns<Row>(
  columns: readonly ListColumn<Row>[],
  cols: string | undefined,
  preferred: readonly string[] | undefined,
): ListColumn<Row>[] {
  const choosable = choosableColumns(columns);
  const byIds = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => choosable.filter((column) => column.id === id));
  const ids = cols?.split(',') ?? preferred ?? defaultIds(columns);
  const chosen = byIds(ids);
  // a link may name none of the columns that exist
  const middle = chosen.length === 0 && ids.length > 0 ? byIds(defaultIds(columns)) : chosen;
  return [...columns.filter(({ pinned }) => pinned), ...middle, ...columns.filter(({ id }) => id === ACTIONS)];
}

/** The same columns as the table takes them. */
export const toTableColumns = <Row,>(columns: readonly ListColumn<Row>[]): Column<Row>[] =>
  columns.map((column) => ({
    ...column,
    header: labelOf(column),
    pinned: column.pinned === true,
    pinnedRight: column.id === ACTIONS,
    resizable: column.resizable ?? column.id !== ACTIONS,
  }));

/** Loaded when the pointer or the focus reaches the button, so that it is there when the popover opens. */
const chooserCode = createLazyCode(() => import('#kit/table/column-chooser.tsx'));

interface Props<Row> {
  list: Pick<ListAddress, 'set' | 'search'>;
  columns: readonly ListColumn<Row>[];
  shown: readonly ListColumn<Row>[];
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Chooses which columns are shown, and in which order. */
export function ListColumnChooser<Row>({ list, columns, shown, onPreferences }: Props<Row>) {
  const { t } = useTexts();
  const [isNeeded, setNeeded] = useState(false);
  const chooser = useLazyCode(chooserCode, isNeeded);
  const entry = (column: ListColumn<Row>, visible: boolean) => ({ id: column.id, label: labelOf(column), visible });
  const pinned = columns.filter((column) => column.pinned);
  const visible = choosableColumns(shown);
  const hidden = choosableColumns(columns).filter((column) => !visible.includes(column));
  const entries: ChoosableColumn[] = [
    ...pinned.map((column) => ({ ...entry(column, true), locked: true })),
    ...visible.map((column) => entry(column, true)),
    ...hidden.map((column) => entry(column, false)),
  ];
  function choose(ids: readonly string[]): void {
    const cols = ids.join(',');
    // in an open view, changed columns belong to the view and are stored when it is saved
    const isInView = typeof list.search.savedView === 'number';
    if (!isInView) onPreferences({ columns: [...ids] });
    const isDefault = !isInView && cols === defaultIds(columns).join(',');
    void list.set({ cols: isDefault ? undefined : cols }, { replace: true });
  }
  return (
    <Popover
      aria-label={t('list.columnsTitle')}
      align="end"
      trigger={
        <Button size="sm" icon="columns" onPointerEnter={() => setNeeded(true)} onFocus={() => setNeeded(true)}>
          {t('list.columns', { shown: pinned.length + visible.length, all: entries.length })}
        </Button>
      }
    >
      {chooser && (
        <chooser.ColumnChooser
          title={t('list.columnsTitle')}
          columns={entries}
          onChange={(next) => choose(next.filter((column) => column.visible && !column.locked).map(({ id }) => id))}
          onReset={() => {
            onPreferences({ columns: undefined, widths: {} });
            void list.set({ cols: undefined }, { replace: true });
          }}
        />
      )}
    </Popover>
  );
}
