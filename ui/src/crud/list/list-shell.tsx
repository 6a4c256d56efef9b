import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { isRefusedForDay } from '#crud/read/viewed-day.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';
import { SearchField } from '#kit/fields/search-field.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { Pager } from '#kit/lists/pager.tsx';
import { StatusTabs } from '#kit/lists/status-tabs.tsx';
import { DataTable, type RowId, type Sort } from '#kit/table/data-table.tsx';
import { EmptyColumnsNote, useEmptyColumns } from './columns/empty-columns.tsx';
import { type ListColumn, ListColumnChooser, shownColumns, toTableColumns } from './columns/list-columns.tsx';
import { useListPreferences } from './columns/preferences.ts';
import { FilterRow } from './filters/filter-row.tsx';
import { useTypedSearch } from './filters/use-typed-search.ts';
import { CONDITION_PARAMETERS, withCondition } from './list-query.ts';
import { splitList } from './list-search.ts';
import { emptyText, NoRows } from './no-rows.tsx';
import type { ListState } from './use-list.ts';

const NotOnDay = lazy(async () => ({ default: (await import('./not-on-day.tsx')).NotOnDay }));

interface Tabs {
  /** The filter that the tabs set. */
  filter: string;
  values: readonly { id: string; label: string; mark: DotTone }[];
  /** How many rows each has; undefined until that is known. */
  counts: Partial<Record<string, number>> | undefined;
}

/** A filter that is always in force, with the control that shows and changes its value. */
export interface SegmentedFilterControl {
  id: string;
  control: ReactNode;
}

interface Props<Row> {
  /** The list's name, under which its preferences are stored. */
  name: string;
  title: string;
  /** At the right of the head. */
  actions?: ReactNode;
  /** Below the head: the views of the list. */
  viewTabs?: ReactNode;
  /** At the right of the filters: saves what the list shows as a view. */
  viewActions?: ReactNode;
  /** Above the table: what it does not show. */
  note?: ReactNode;
  tabs?: Tabs;
  searchHint: string;
  filters: readonly FilterField[];
  segmentedFilters?: readonly SegmentedFilterControl[];
  list: ListState;
  /** The rows of this page; undefined until they are loaded. */
  rows: readonly Row[] | undefined;
  total: number;
  columns: readonly ListColumn<Row>[];
  rowId: (row: Row) => RowId;
  rowLabel?: (row: Row) => string;
  selectedIds?: ReadonlySet<RowId>;
  onSelect?: (ids: ReadonlySet<RowId>) => void;
  currentId?: RowId | undefined;
  onOpen: (row: Row) => void;
  /** Shows another row beside the table, because the focus moved to it. */
  onFollow?: (row: Row) => void;
  onEdit?: ((row: Row) => void) | undefined;
  onCopy?: (row: Row) => void;
  /** The column by which the server sorts where the address names none. */
  defaultSort: string | undefined;
  /** How many columns the server sorts by; one if missing. */
  maxSorts?: number;
  /** What to try where filters leave no row. */
  emptyHint: string;
  /** Shown where there are no rows at all. */
  first: ReactNode;
  /** Between the table and the pager. */
  children?: ReactNode;
}

const noRows: never[] = [];

/** A list's page: head, tabs, filters, table and pager. The address determines everything it shows. */
export function ListShell<Row>(props: Props<Row>) {
  const { name, title, actions, tabs, searchHint, filters, segmentedFilters = [], list, rows, total, columns } = props;
  const { t, language } = useTexts();
  const { preferences, change } = useListPreferences(name);
  const [focusRequest, setFocusRequest] = useState(0);
  const { search, set, filterBy, problem, loading } = list;
  const sortText = search.sort ?? props.defaultSort;
  const sort = useMemo(() => toSorts(sortText), [sortText]);
  const sortedBy = useMemo(() => sort.map(({ column }) => column), [sort]);
  const { maxSorts = 1 } = props;
  const filterIds = [...filters, ...segmentedFilters].map(({ id }) => id);
  const appliedFilters = filters.filter(({ values }) => values.length > 0);
  const chosen = useMemo(
    () => shownColumns(columns, search.cols, preferences.columns),
    [columns, search.cols, preferences.columns],
  );
  const {
    visible: visibleColumns,
    empty,
    withoutRoom,
    onColumnsHidden,
  } = useEmptyColumns({
    columns: chosen,
    rows,
    loading,
    resultKey: JSON.stringify([
      search.q,
      ...[...filterIds, tabs?.filter ?? '', ...CONDITION_PARAMETERS].map((id) => search[id]),
    ]),
    isChosen: (search.cols ?? preferences.columns) !== undefined,
    sortedBy,
    preferences,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heads change with the language
  const tableColumns = useMemo(() => toTableColumns(visibleColumns), [visibleColumns, language]);
  const isNarrowed =
    Boolean(search.q) ||
    appliedFilters.length > 0 ||
    [...segmentedFilters.map(({ id }) => id), tabs?.filter ?? ''].some((id) => search[id] !== undefined);
  const cleared = (ids: readonly string[]) => ({
    ...Object.fromEntries([...ids, ...CONDITION_PARAMETERS].map((id) => [id, undefined])),
    q: undefined,
  });
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <header data-outdated={list.refreshFailure && ''} className="@container flex h-13 flex-none items-center px-page">
        <div className="flex w-full min-w-0 items-center gap-2 @max-2xl:[&_[data-label]]:sr-only @max-2xl:[&_[data-label]]:block">
          <h1 className="truncate text-xl font-semibold sm:flex-none">{title}</h1>
          <div className="mr-auto ml-2 min-w-0">
            <RefreshFailedStatus {...list} />
          </div>
          {actions}
        </div>
      </header>
      {props.viewTabs}
      {tabs ? <ListTabs tabs={tabs} list={list} /> : <div className="border-b border-line" />}
      <FilterRow
        start={
          <>
            <QuickSearch
              list={list}
              hint={searchHint}
              onLeave={() => setFocusRequest((count) => count + 1)}
              className="w-60 max-sm:grow max-sm:basis-3/5"
            />
            {segmentedFilters.map(({ control }) => control)}
          </>
        }
        fields={filters}
        narrowed={Boolean(search.q)}
        onClear={() => filterBy(cleared(appliedFilters.map(({ id }) => id)))}
        action={props.viewActions}
        end={<ListColumnChooser list={list} columns={columns} shown={visibleColumns} onPreferences={change} />}
        preferences={preferences}
        onPreferences={change}
      />
      {props.note}
      <DataTable
        aria-label={title}
        columns={tableColumns}
        rows={problem || !rows ? noRows : rows}
        rowId={props.rowId}
        rowLabel={props.rowLabel}
        selectedIds={props.selectedIds}
        onSelect={props.onSelect}
        sort={sort}
        onSort={(next) => filterBy({ sort: fromSorts([next]) })}
        multiSort={
          maxSorts > 1
            ? {
                onSort: (next) => filterBy({ sort: fromSorts(addSort(toSorts(search.sort), next, maxSorts)) }),
                hint: t('list.sortFurther'),
                position: t('list.sortPosition'),
              }
            : undefined
        }
        currentId={props.currentId}
        onOpen={props.onOpen}
        onFollow={props.onFollow}
        onEdit={props.onEdit}
        onCopyCode={props.onCopy}
        focusRequest={focusRequest}
        density={preferences.density}
        loading={loading}
        skeletonRows={rows ? 0 : (search.pageSize ?? 20)}
        columnWidths={preferences.widths}
        onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
        onColumnsHidden={onColumnsHidden}
        empty={
          problem && isRefusedForDay(problem) ? (
            <Suspense fallback={null}>
              <NotOnDay
                problem={problem}
                onRemove={(names) => filterBy(Object.fromEntries(names.map((name) => [name, undefined])))}
              />
            </Suspense>
          ) : (
            <NoRows
              loaded={list}
              narrowed={
                isNarrowed
                  ? {
                      title: t('list.emptyFiltered', { many: title }),
                      text: props.emptyHint,
                      onClear: () => filterBy(cleared([...filterIds, ...(tabs ? [tabs.filter] : [])])),
                      onClearStatus:
                        tabs && search[tabs.filter] !== undefined
                          ? () => filterBy(withCondition(search, tabs.filter, undefined))
                          : undefined,
                    }
                  : undefined
              }
              first={props.first}
            />
          )
        }
      />
      {props.children}
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
        note={
          <EmptyColumnsNote
            columns={toTableColumns(empty)}
            withoutRoom={withoutRoom}
            preferences={preferences}
            onPreferences={change}
          />
        }
      />
    </section>
  );
}

const toSorts = (text = ''): Sort[] =>
  splitList(text).map((part) => ({ column: part.replace(/^-/, ''), direction: part.startsWith('-') ? 'desc' : 'asc' }));

const fromSorts = (sorts: readonly Sort[]): string =>
  sorts.map(({ column, direction }) => `${direction === 'desc' ? '-' : ''}${column}`).join();

/** Changes the direction of a column in the order, or appends it; a full order loses its last column. */
function addSort(sorts: readonly Sort[], next: Sort, max: number): Sort[] {
  if (sorts.some(({ column }) => column === next.column))
    return sorts.map((sort) => (sort.column === next.column ? next : sort));
  return [...sorts.slice(0, max - 1), next];
}

/** How many rows have each value; one click shows those alone. */
function ListTabs({ tabs: { filter, values, counts }, list: { search, filterBy } }: { tabs: Tabs; list: ListState }) {
  const { t } = useTexts();
  const all = counts && Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      // no tab stands for all statuses but one
      selected={splitList(search.not).includes(filter) ? '' : String(search[filter] ?? 'all')}
      onSelect={(id) =>
        filterBy({ ...withCondition(search, filter, undefined), [filter]: id === 'all' ? undefined : id })
      }
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...values.map((value) => ({ ...value, count: counts && number(counts[value.id] ?? 0) })),
      ]}
    />
  );
}

interface QuickSearchProps {
  list: {
    search: { q?: string | undefined };
    filterBy: (part: { q: string | undefined }, options: { replace: boolean }) => void;
  };
  hint: string;
  className: string;
  /** Moves the focus to the results. */
  onLeave: () => void;
}

/** A search field that searches when typing pauses and replaces the browser's history entry. */
function QuickSearch({ list: { search, filterBy }, hint, className, onLeave }: QuickSearchProps) {
  const { t } = useTexts();
  const { typed, setTyped, searchNow } = useTypedSearch(search.q ?? '', (q) =>
    filterBy({ q: q || undefined }, { replace: true }),
  );
  return (
    <SearchField
      aria-label={t('list.searchLabel')}
      placeholder={hint}
      value={typed}
      onChange={setTyped}
      onSubmit={() => {
        searchNow();
        onLeave();
      }}
      onArrowDown={onLeave}
      hotkey="/"
      className={className}
    />
  );
}
