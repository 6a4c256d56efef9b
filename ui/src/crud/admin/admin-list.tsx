import { type ReactNode, useMemo } from 'react';
import { FilterRow } from '#crud/list/filter-row.tsx';
import { emptyText, NoRows } from '#crud/list/no-rows.tsx';
import { type ListPreferences, useListPreferences } from '#crud/list/preferences.ts';
import { QuickSearch } from '#crud/list/quick-search.tsx';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { type ChoosableColumn, ColumnChooser } from '#kit/column-chooser.tsx';
import { type Column, DataTable, type RowId } from '#kit/data-table.tsx';
import type { FilterField } from '#kit/filter-values.tsx';
import { FirstState } from '#kit/page-state.tsx';
import { Pager } from '#kit/pager.tsx';
import { Popover } from '#kit/popover.tsx';
import { type AdminColumn, choosable, shownColumns, usual } from './columns.ts';
import type { AdminListState } from './use-admin-list.ts';

interface Props<Row> {
  /** Names what is kept of the list on this device. */
  name: 'user' | 'role' | 'permission' | 'subscriber';
  title: string;
  /** At the right of the head. */
  action?: ReactNode;
  /** Between the head and the filters; the condition that they set is `status` unless told otherwise. */
  tabs?: ReactNode;
  tabsBy?: string | undefined;
  searchHint: string;
  filters: readonly FilterField[];
  list: AdminListState;
  /** The rows of this page; undefined until they are there. */
  rows: readonly Row[] | undefined;
  total: number;
  /** The first column stays at the left. */
  columns: readonly AdminColumn<Row>[];
  rowId: (row: Row) => RowId;
  currentId?: RowId | undefined;
  onOpen: (row: Row) => void;
  /** The column by which the server sorts unless told otherwise. */
  sort: string | undefined;
  first: { title: string; text: string; action?: ReactNode };
}

/** A list of what is administered: head, conditions, table, pages; everything shown stands in the address. */
export function AdminList<Row>(props: Props<Row>) {
  const { name, title, action, tabs, searchHint, filters, list, rows, total, columns, rowId, currentId, onOpen } =
    props;
  const { t, language } = useTexts();
  const { preferences, change } = useListPreferences(name);
  const { search, set, filterBy, problem, loading } = list;
  const shown = useMemo(
    () => shownColumns(columns, search.cols, preferences.columns),
    [columns, search.cols, preferences.columns],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heads change with the language
  const laidOut = useMemo(
    () =>
      shown.map(
        (column, index): Column<Row> => ({
          ...column,
          header: pointerText(`/${column.id}`),
          pinned: index === 0,
          pinnedRight: column.id === 'actions',
          resizable: column.id !== 'actions',
        }),
      ),
    [shown, language],
  );
  const sort = search.sort ?? props.sort;
  const isNarrowed = Boolean(search.q || search.status) || filters.some(({ values }) => values.length > 0);
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-2 px-6">
        <h1 className="text-xl font-semibold">{title}</h1>
        <div className="ml-auto">{action}</div>
      </header>
      {tabs ?? <div className="border-b border-line" />}
      <AdminFilters {...{ list, searchHint, filters, columns, preferences }} shown={shown} onPreferences={change} />
      <DataTable
        aria-label={title}
        columns={laidOut}
        rows={problem || !rows ? none : rows}
        rowId={rowId}
        sort={sort ? { column: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } : undefined}
        onSort={({ column, direction }) => filterBy({ sort: `${direction === 'desc' ? '-' : ''}${column}` })}
        currentId={currentId}
        onOpen={onOpen}
        density={preferences.density}
        loading={loading}
        skeletonRows={rows ? 0 : (search.pageSize ?? 20)}
        columnWidths={preferences.widths}
        onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
        empty={<AdminEmpty {...{ list, filters }} tabsBy={props.tabsBy} many={title} first={props.first} />}
      />
      <Pager
        page={search.page ?? 1}
        pageSize={search.pageSize ?? 20}
        total={problem ? 0 : total}
        sizeLabel={t('common.pageSize')}
        onPage={(page) => set({ page })}
        onPageSize={(pageSize) => filterBy({ pageSize })}
        text={(from, to, all) =>
          all === 0
            ? !problem && emptyText(rows !== undefined, isNarrowed)
            : t('list.range', { from: number(from), to: number(to), total: number(all) })
        }
      />
    </section>
  );
}

const none: never[] = [];

interface AdminEmptyProps {
  list: AdminListState;
  filters: readonly FilterField[];
  /** The condition that the tabs set. */
  tabsBy?: string | undefined;
  many: string;
  first: { title: string; text: string; action?: ReactNode };
}

function AdminEmpty({ list, filters, tabsBy = 'status', many, first }: AdminEmptyProps) {
  const { t } = useTexts();
  const { search, filterBy } = list;
  const tab = search[tabsBy];
  const narrowed = search.q || tab || filters.some(({ values }) => values.length > 0);
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  return (
    <NoRows
      loaded={list}
      narrowed={
        narrowed
          ? {
              title: t('list.emptyFiltered', { many }),
              text: t('people.emptyText'),
              onClear: () => filterBy({ ...nothing, q: undefined, [tabsBy]: undefined }),
              onClearStatus: tab ? () => filterBy({ [tabsBy]: undefined }) : undefined,
            }
          : undefined
      }
      first={<FirstState title={first.title} text={first.text} actions={first.action} />}
    />
  );
}

interface AdminFiltersProps<Row> {
  list: AdminListState;
  searchHint: string;
  filters: readonly FilterField[];
  columns: readonly AdminColumn<Row>[];
  shown: readonly AdminColumn<Row>[];
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Free text first, then one chip a condition; columns and density at the right. */
function AdminFilters<Row>(props: AdminFiltersProps<Row>) {
  const { list, searchHint, filters, preferences, onPreferences } = props;
  const { search, filterBy } = list;
  const nothing = Object.fromEntries(filters.map(({ id }) => [id, undefined]));
  return (
    <FilterRow
      start={<QuickSearch list={list} hint={searchHint} className="w-60" />}
      fields={filters}
      narrowed={Boolean(search.q)}
      onClear={() => filterBy({ ...nothing, q: undefined })}
      end={<AdminColumns {...props} />}
      preferences={preferences}
      onPreferences={onPreferences}
    />
  );
}

interface AdminColumnsProps<Row> {
  list: AdminListState;
  columns: readonly AdminColumn<Row>[];
  shown: readonly AdminColumn<Row>[];
  onPreferences: (part: Partial<ListPreferences>) => void;
}

/** Which columns are shown, and in which order. */
function AdminColumns<Row>({ list, columns, shown, onPreferences }: AdminColumnsProps<Row>) {
  const { t } = useTexts();
  const visible = choosable(shown).map(({ id }) => id);
  const all = choosable(columns).map(({ id }) => id);
  const entry = (id: string, visible: boolean) => ({ id, label: pointerText(`/${id}`), visible });
  const entries: ChoosableColumn[] = [
    ...columns.slice(0, 1).map(({ id }) => ({ ...entry(id, true), locked: true })),
    ...visible.map((id) => entry(id, true)),
    ...all.filter((id) => !visible.includes(id)).map((id) => entry(id, false)),
  ];
  function choose(ids: readonly string[]): void {
    onPreferences({ columns: [...ids] });
    void list.set({ cols: ids.join(',') === usual(columns).join(',') ? undefined : ids.join(',') }, { replace: true });
  }
  return (
    <Popover
      aria-label={t('list.columnsTitle')}
      align="end"
      trigger={
        <Button size="sm" icon="columns">
          {t('list.columns', { shown: visible.length + 1, all: entries.length })}
        </Button>
      }
    >
      <ColumnChooser
        title={t('list.columnsTitle')}
        columns={entries}
        onChange={(next) => choose(next.filter((one) => one.visible && !one.locked).map(({ id }) => id))}
        onReset={() => choose(usual(columns))}
      />
    </Popover>
  );
}
