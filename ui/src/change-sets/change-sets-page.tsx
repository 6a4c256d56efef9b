import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import { useDaysFilter } from '#crud/list/filters/days-filter.tsx';
import { useTypedSearch } from '#crud/list/filters/use-typed-search.ts';
import { NoRows } from '#crud/list/no-rows.tsx';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { toTimeRange } from '#i18n/viewer-days.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { CodeText } from '#kit/display/code.tsx';
import { SearchField } from '#kit/fields/search-field.tsx';
import { StatusTabs } from '#kit/lists/status-tabs.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { MutedText, TwoLines } from '#kit/table/cells.tsx';
import { type Column, DataTable } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { pageQuery } from '#logs/log-search.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { type ChangeSet, dateText, isOverdue, kindCounts, type SetStatus } from './change-set.ts';
import { ChangeSetDialog } from './change-set-dialog.tsx';
import { type ChangeSetsSearch, fromTableSort, listScopes, toTableSort } from './change-sets-search.ts';
import { dueText, SetStatusMark, SetStatusSign } from './set-status.tsx';
import { useWorkDenial } from './use-change-set.ts';

const noRows: ChangeSet[] = [];
const noConditions = { q: undefined, scope: undefined, from: undefined, to: undefined };
const rowId = ({ id }: ChangeSet) => id;

/** The list of change sets, newest first or by a column. */
export function ChangeSetsPage() {
  const { t, language } = useTexts();
  const disabledReason = useWorkDenial();
  const navigate = useNavigate();
  const sets = useChangeSets();
  const { preferences, change } = useListPreferences('change_set');
  const [isCreating, setIsCreating] = useState(false);
  const { data, problem, loading, pageSize, filterBy, search } = sets;
  const create = () => setIsCreating(true);
  useShortcut('n', 'create', create, { active: !disabledReason });
  const open = ({ id }: Pick<ChangeSet, 'id'>) => void navigate({ to: '/change-sets/$id', params: { id: String(id) } });
  const dates = useDaysFilter({
    id: 'effectiveTime',
    label: t('changeSets.column.effectiveTime'),
    range: search,
    isAhead: true,
    onChange: filterBy,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers change with the language
  const columns = useMemo(() => changeSetColumns(open), [language]);
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-4 px-page">
        <h1 className="text-xl font-semibold">{t('changeSets.title')}</h1>
        <RefreshFailedStatus {...sets} />
        <div className="ml-auto">
          <Button variant="primary" icon="plus" disabledReason={disabledReason} onClick={create}>
            {t('changeSets.new')}
          </Button>
        </div>
      </header>
      <StatusTabs
        aria-label={t('changeSets.statuses')}
        selected={search.status ?? 'all'}
        // the cast: the id of one of the tabs below
        onSelect={(id) => filterBy({ status: id === 'all' ? undefined : (id as SetStatus) })}
        tabs={[
          { id: 'all', label: t('changeSets.all') },
          ...enums.ChangeSetStatus.map((status) => ({
            id: status,
            label: t(`changeSets.status.${status}`),
            mark: <SetStatusSign status={status} />,
            count: data && number(data.counts[status] ?? 0),
          })),
        ]}
      />
      <LogFilterRow
        logs={sets}
        search={<SearchBox q={search.q} onSearch={(q) => filterBy({ q })} />}
        fields={[
          {
            id: 'scope',
            label: t('changeSets.scope'),
            options: listScopes.map((scope) => ({ value: scope, label: t(`changeSets.scopes.${scope}`) })),
            values: search.scope === undefined ? [] : [search.scope],
            onChange: ([value]: readonly string[]) => filterBy({ scope: listScopes.find((scope) => scope === value) }),
          },
          dates,
        ]}
        onClear={() => filterBy(noConditions)}
        preferences={preferences}
        onPreferences={change}
      />
      <DataTable
        aria-label={t('changeSets.title')}
        columns={columns}
        rows={problem ? noRows : (data?.items ?? noRows)}
        rowId={rowId}
        onOpen={open}
        sort={search.sort ? [toTableSort(search.sort)] : undefined}
        onSort={(next) => filterBy({ sort: fromTableSort(next) })}
        density={preferences.density}
        loading={loading && !data}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
        empty={
          <NoRows
            loaded={sets}
            failed="changeSets.failed"
            narrowed={
              search.q || search.status || search.scope || search.from || search.to
                ? {
                    title: t('changeSets.empty'),
                    onClear: () => filterBy({ ...noConditions, status: undefined }),
                  }
                : undefined
            }
            first={
              <FirstUseState
                title={t('changeSets.emptyFirst')}
                text={t('changeSets.emptyFirstText')}
                actions={!disabledReason && <LinkButton onClick={create}>{t('changeSets.new')}</LinkButton>}
                footnote={t('changeSets.emptyFirstNote')}
              />
            }
          />
        }
      />
      <LogPager logs={sets} />
      {isCreating && <ChangeSetDialog onClose={() => setIsCreating(false)} onCreated={open} />}
    </section>
  );
}

function SearchBox({ q = '', onSearch }: { q: string | undefined; onSearch: (q: string | undefined) => void }) {
  const { t } = useTexts();
  const { typed, setTyped, searchNow } = useTypedSearch(q, (words) => onSearch(words || undefined));
  return (
    <SearchField
      aria-label={t('changeSets.search')}
      placeholder={t('changeSets.search')}
      value={typed}
      onChange={setTyped}
      onSubmit={searchNow}
      hotkey="/"
      className="w-60! max-sm:w-auto! max-sm:flex-1 max-sm:basis-40"
    />
  );
}

function changeSetsQuery(search: ChangeSetsSearch) {
  const { q, status, scope, sort } = search;
  const { from: effectiveFrom, to: effectiveTo } = toTimeRange(search);
  const query = {
    ...pageQuery(search),
    ...(q && { q }),
    ...(status && { status: [status] }),
    ...(scope && { [scope]: true }),
    ...(effectiveFrom && { effectiveFrom }),
    ...(effectiveTo && { effectiveTo }),
    ...(sort && { sort }),
  };
  return {
    queryKey: ['change sets', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.GET('/api/v1/change-sets', { params: { query }, signal })).data,
  };
}

export const prefetchChangeSets = (search: ChangeSetsSearch, cause: LoadCause): void =>
  prefetchRead(changeSetsQuery(search), cause);

function useChangeSets() {
  const search = useSearch({ from: '/_frame/change-sets' });
  const read = useRead({ ...changeSetsQuery(search), staleTime: LIST_STALE_MS });
  return { ...read, ...useLogPages<ChangeSetsSearch>('/change-sets', search, read.data), search };
}

const changeSetColumn = (
  id: keyof Texts['changeSets']['column'],
  width: number,
  cell: Column<ChangeSet>['cell'],
  overrides: Partial<Column<ChangeSet>> = {},
): Column<ChangeSet> => ({ id, width, header: t(`changeSets.column.${id}`), resizable: true, cell, ...overrides });

/** Returns the columns with headers in the current language. */
const changeSetColumns = (open: (set: ChangeSet) => void): Column<ChangeSet>[] => [
  changeSetColumn(
    'title',
    280,
    ({ id, title, note }) => (
      <TwoLines
        strong
        main={
          <>
            <CodeText>#{id}</CodeText> {title}
          </>
        }
        second={note ?? ''}
      />
    ),
    {
      pinned: true,
      truncates: true,
      sortable: true,
    },
  ),
  changeSetColumn('status', 124, ({ status }) => <SetStatusMark status={status} />),
  changeSetColumn('effectiveTime', 152, (set) => <DateCell set={set} />, {
    sortable: true,
    truncates: true,
    onPhone: 'secondLine',
  }),
  changeSetColumn('items', 280, (set) => <KindsCell set={set} />, { minWidth: 140, truncates: true }),
  changeSetColumn('author', 112, ({ author }) => <span className="min-w-0 truncate">{author}</span>, {
    truncates: true,
    sortable: true,
  }),
  changeSetColumn(
    'updateTime',
    116,
    ({ updateTime }) => (
      <MutedText>
        <Time iso={updateTime} />
      </MutedText>
    ),
    { sortable: true },
  ),
  changeSetColumn(
    'actions',
    76,
    (set) => (
      <RowActions
        actions={[{ id: 'open', label: t('changeSets.open'), icon: 'chevron-right', onSelect: () => open(set) }]}
      />
    ),
    { pinnedRight: true, resizable: false },
  ),
];

/** When a set takes effect, and how far away that is. */
function DateCell({ set }: { set: ChangeSet }) {
  const { status, releaseTime } = set;
  const date = dateText(set);
  if (date === undefined)
    return (
      <MutedText>
        {releaseTime ? <Time iso={releaseTime} /> : status === 'withdrawn' ? '–' : t('changeSets.effectiveAtOnce')}
      </MutedText>
    );
  const due = dueText(set);
  const needsSomebody = status === 'held' || isOverdue(set);
  return <TwoLines main={date} second={due && <span className={cx(needsSomebody && 'text-warn-ink')}>{due}</span>} />;
}

/** The number of items of each kind, and of those that cannot be written. */
function KindsCell({ set }: { set: ChangeSet }) {
  const counts = kindCounts(set);
  if (counts.length === 0) return <MutedText>{t('changeSets.noItems')}</MutedText>;
  return (
    // what does not fit gives way to an ellipsis as a whole
    <span className="block min-w-0 truncate">
      {set.unsound > 0 && (
        <span className="mr-3 inline-flex items-center gap-1 align-bottom text-bad-ink">
          <Icon name="error" size={14} />
          {t('changeSets.unsound', { count: set.unsound, n: number(set.unsound) })}
        </span>
      )}
      {counts.map(([entity, n]) => (
        <span key={entity} className="mr-3 inline-flex items-center gap-1.5 align-bottom text-ink-2 last:mr-0">
          <Icon name={entityIcon(entity)} size={14} className="text-ink-3" />
          {t('changeSets.kindCount', { kind: t(`entity.${entity}.many`), n: number(n) })}
        </span>
      ))}
    </span>
  );
}
