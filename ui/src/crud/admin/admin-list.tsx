import { type ReactNode, useMemo } from 'react';
import { emptyText } from '#crud/list/no-rows.tsx';
import { useListPreferences } from '#crud/list/preferences.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Column, DataTable, type RowId } from '#kit/data-table.tsx';
import type { FilterField } from '#kit/filter-values.tsx';
import { Pager } from '#kit/pager.tsx';
import { AdminEmpty } from './admin-empty.tsx';
import { AdminFilters } from './admin-filters.tsx';
import { type AdminColumn, shownColumns } from './columns.ts';
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
