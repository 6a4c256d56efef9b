import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type EntityKey, enums } from '#api/metadata.gen.ts';
import { entityIcon } from '#crud/define-entity.ts';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import { NoRows } from '#crud/list/no-rows.tsx';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import {
  LIST_STALE_MS,
  type LoadCause,
  outdatedRetryInterval,
  pollingOptions,
  prefetchRead,
} from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { Time } from '#crud/text/time.tsx';
import { bytesText } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { MutedText, NumberText, TwoLines } from '#kit/table/cells.tsx';
import { type Column, DataTable, type RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { pageQuery } from '#logs/log-search.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api, session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { DiscardDialog } from './actions/discard-dialog.tsx';
import { canSeeImports, importableEntities } from './actions/import-permissions.ts';
import { useImportActions } from './actions/use-import-actions.ts';
import { countsText, statusText } from './counts-text.ts';
import { type Import, isWorking, statusTones } from './import.ts';
import type { ImportsSearch } from './imports-search.ts';
import { WorkProgress } from './work-progress.tsx';

const noRows: Import[] = [];
const rowId = ({ id }: Import) => id;

/** The list of imports that the user may import or review, newest first. */
export function ImportsPage() {
  const { t, language } = useTexts();
  const { can, readOnlyReason, user } = useSession();
  const navigate = useNavigate();
  const imports = useImports();
  const actions = useImportActions();
  const { preferences, change } = useListPreferences('import');
  const { data, problem, loading, pageSize, filterBy, search } = imports;
  const canStart = importableEntities(can).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers change with the language, actions with the user's permissions
  const columns = useMemo(() => importColumns(actions.actionsOf), [language, user]);
  return (
    <section className="relative flex min-w-0 flex-1 flex-col">
      <header className="flex h-13 flex-none items-center gap-4 px-page">
        <h1 className="text-xl font-semibold">{t('imports.title')}</h1>
        <RefreshFailedStatus {...imports} />
        <div className="ml-auto">
          <Button
            variant="primary"
            icon="upload"
            disabledReason={readOnlyReason || (!canStart && t('imports.noneAllowed'))}
            onClick={() => void navigate({ to: '/imports/new', search: search.kind ? { kind: search.kind } : {} })}
          >
            {t('imports.start')}
          </Button>
        </div>
      </header>
      <LogFilterRow
        logs={imports}
        fields={useImportFilters(imports)}
        onClear={() => filterBy({ kind: undefined })}
        preferences={preferences}
        onPreferences={change}
      />
      <DataTable
        aria-label={t('imports.title')}
        columns={columns}
        rows={problem ? noRows : (data?.items ?? noRows)}
        rowId={rowId}
        onOpen={({ id }) => void navigate({ to: '/imports/$id', params: { id: String(id) } })}
        density={preferences.density}
        loading={loading && !data}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
        empty={<ImportsEmpty imports={imports} canStart={canStart} />}
      />
      <LogPager logs={imports} />
      <DiscardDialog actions={actions} />
    </section>
  );
}

function useImportFilters({ search, filterBy }: Imports) {
  const { t } = useTexts();
  return [
    {
      id: 'kind',
      label: t('imports.kind'),
      options: enums.Entity.map((entity) => ({ value: entity, label: t(`entity.${entity}.many`) })),
      values: search.kind === undefined ? [] : [search.kind],
      // the cast: one of the options
      onChange: ([kind]: readonly string[]) => filterBy({ kind: kind as EntityKey | undefined }),
    },
  ];
}

/** The message shown if the table has no rows. */
function ImportsEmpty({ imports, canStart }: { imports: Imports; canStart: boolean }) {
  const { t } = useTexts();
  const { search, filterBy } = imports;
  return (
    <NoRows
      loaded={imports}
      failed="imports.failed"
      narrowed={search.kind ? { title: t('imports.empty'), onClear: () => filterBy({ kind: undefined }) } : undefined}
      first={
        <FirstUseState
          title={t('imports.emptyFirst')}
          text={t('imports.emptyFirstText')}
          actions={
            canStart && (
              <Link to="/imports/new" className={linkClass}>
                {t('imports.start')}
              </Link>
            )
          }
          footnote={t('imports.hint')}
        />
      }
    />
  );
}

const POLL_MS = 3000;

function importsQuery(search: ImportsSearch) {
  const { kind } = search;
  const query = { ...pageQuery(search), ...(kind ? { entity: kind } : {}) };
  return {
    queryKey: ['imports', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.GET('/api/v1/imports', { params: { query }, signal })).data,
  };
}

export function prefetchImports(search: ImportsSearch, cause: LoadCause): void {
  if (canSeeImports(session.can)) prefetchRead(importsQuery(search), cause);
}

/** Reads the page of imports that the URL parameters select and polls it while an import is being processed. */
function useImports() {
  const search = useSearch({ from: '/_frame/imports' });
  const read = useRead({
    ...pollingOptions(POLL_MS),
    ...importsQuery(search),
    staleTime: LIST_STALE_MS,
    refetchInterval: (query) => (query.state.data?.items.some(isWorking) ? POLL_MS : outdatedRetryInterval(query)),
  });
  const { data } = read;
  return { ...read, ...useLogPages<ImportsSearch>('/imports', search, data), search };
}

type Imports = ReturnType<typeof useImports>;

const importColumn = (
  id: keyof Texts['imports']['column'],
  width: number,
  cell: Column<Import>['cell'],
  overrides: Partial<Column<Import>> = {},
): Column<Import> => ({ id, width, header: t(`imports.column.${id}`), resizable: true, cell, ...overrides });

/** Returns the columns with headers in the current language. */
const importColumns = (actionsOf: (row: Import) => readonly RowAction[]): Column<Import>[] => [
  importColumn('file', 256, (row) => <FileCell row={row} />, { pinned: true, truncates: true }),
  importColumn('status', 124, (row) => <StatusMark status={statusTones[row.status]} label={statusText(row)} />),
  importColumn('result', 240, (row) => <ResultCell row={row} />, {
    minWidth: 160,
    truncates: true,
  }),
  importColumn('bytes', 84, ({ bytes }) => <NumberText>{bytesText(bytes)}</NumberText>, { align: 'end' }),
  importColumn('createdBy', 104, ({ createdBy }) => <span className="min-w-0 truncate">{createdBy}</span>, {
    truncates: true,
  }),
  importColumn(
    'createTime',
    116,
    ({ createTime }) => (
      <MutedText>
        <Time iso={createTime} />
      </MutedText>
    ),
    { onPhone: 'secondLine' },
  ),
  importColumn('actions', 108, (row) => <RowActions actions={actionsOf(row)} />, {
    pinnedRight: true,
    resizable: false,
  }),
];

const FileCell = ({ row: { entity, filename } }: { row: Import }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Icon name={entityIcon(entity)} className="flex-none text-ink-3" />
    <TwoLines strong main={filename} second={t(`entity.${entity}.many`)} />
  </span>
);

function ResultCell({ row }: { row: Import }) {
  if (isWorking(row)) return <WorkProgress importJob={row} />;
  const text = countsText(row);
  return (
    <span
      title={text}
      className={row.status === 'failed' ? 'min-w-0 truncate text-bad-ink' : 'min-w-0 truncate text-ink-2'}
    >
      {text}
    </span>
  );
}
