import { useEffect, useState } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { download } from '#crud/export/download.ts';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { reportPath } from '#imports/actions/use-import-actions.ts';
import {
  countBlockingRows,
  countRows,
  type Import,
  mayHaveWritten,
  type RowState,
  rowStateTones,
} from '#imports/import.ts';
import { ImportHead } from '#imports/import-head.tsx';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Menu } from '#kit/layers/menu.tsx';
import { StatusTabs } from '#kit/lists/status-tabs.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import { ReportActions } from './report-actions.tsx';
import { ReportFilters } from './report-filters.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { RowsTable } from './rows-table.tsx';
import { type ReportRows, useReportRows } from './use-report-rows.ts';
import { ValueMatch } from './value-match.tsx';

/** The report of an import: its rows, with filters and a drawer for details, and the actions on it. */
export function ImportReport(props: ImportProps) {
  const { importJob } = props;
  const rows = useReportRows(importJob);
  const { preferences, change } = useListPreferences('import-row');
  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <ImportHead importJob={importJob}>
          <ReportDownload importJob={importJob} />
        </ImportHead>
        <StateTabs importJob={importJob} rows={rows} />
        <ReportFilters importJob={importJob} rows={rows} preferences={preferences} onPreferences={change} />
        <InterruptionNote importJob={importJob} />
        <RowsTable {...props} rows={rows} preferences={preferences} onPreferences={change} />
        <ReportActions {...props} />
      </section>
      {rows.search.values ? <ValuesDrawer {...props} rows={rows} /> : <RowDrawer {...props} rows={rows} />}
    </>
  );
}

function StateTabs({ importJob: { counts }, rows: { search, filterBy } }: { importJob: Import; rows: ReportRows }) {
  const { t } = useTexts();
  return (
    <StatusTabs
      aria-label={t('imports.report.tabs')}
      selected={search.state ?? 'all'}
      // the cast: one of the tabs below
      onSelect={(id) => filterBy({ state: id === 'all' ? undefined : (id as RowState), rule: undefined })}
      tabs={[
        { id: 'all', label: t('common.all'), count: counts ? number(countRows(counts)) : undefined },
        ...enums.ImportRowState.filter(
          (state) => state !== 'excluded' || counts?.excluded || search.state === state,
        ).map((state) => ({
          id: state,
          label: t(`imports.state.${state}`),
          mark: rowStateTones[state],
          count: counts ? number(counts[state] ?? 0) : undefined,
        })),
      ]}
    />
  );
}

/** The reason why the last task did not finish. */
function InterruptionNote({ importJob }: { importJob: Import }) {
  const { t } = useTexts();
  const { fault } = importJob;
  if (!fault) return null;
  return (
    <div className="px-page py-2">
      <Note tone="warn" live>
        {t(mayHaveWritten(importJob) ? 'imports.stopped' : 'imports.stoppedEarly', { why: fault.message })}
      </Note>
    </div>
  );
}

/** The menu that downloads the file with an added column of problems, so that it can be corrected and imported again. */
function ReportDownload({ importJob }: { importJob: Import }) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState(false);
  async function downloadReport(only: 'all' | 'unsound'): Promise<void> {
    setBusy(true);
    try {
      await download(reportPath(importJob, language, only));
    } catch {
      // the API client has already shown the error
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu
      header={t('imports.report.downloadHint')}
      trigger={
        <Button icon="download" busy={busy}>
          {t('imports.report.download')}
        </Button>
      }
      items={[
        { id: 'all', label: t('imports.report.downloadAll'), onSelect: () => void downloadReport('all') },
        ...(countBlockingRows(importJob.counts) > 0
          ? [
              {
                id: 'unsound',
                label: t('imports.report.downloadUnsound'),
                onSelect: () => void downloadReport('unsound'),
              },
            ]
          : []),
      ]}
    />
  );
}

interface ValuesDrawerProps extends ImportProps {
  rows: ReportRows;
}

/** The distinct unmatched values, each of which can be matched once for all rows that contain it. */
function ValuesDrawer({ rows, ...props }: ValuesDrawerProps) {
  const { importJob, state } = props;
  const { t } = useTexts();
  const { id, stageTime, status } = importJob;
  const close = () => rows.showValues(false);
  const { data, problem, loading, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['import values', id, stageTime],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/imports/{id}/values', { params: { path: { id } }, signal })).data,
  });
  const { action, problem: actionProblem } = state.context;
  const isStaged = status === 'staged';
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the drawer when the import is no longer staged
  useEffect(() => {
    if (!isStaged) close();
  }, [isStaged]);
  return (
    <Drawer open width={480} onClose={close} aria-label={t('imports.values.title')} title={t('imports.values.title')}>
      {problem ? (
        <LoadFailed
          title={t('imports.values.failed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          problem={problem}
        />
      ) : !data ? (
        <DrawerSection>
          <Skeleton height={96} className="animate-fade-in-delayed" />
        </DrawerSection>
      ) : data.items.length === 0 ? (
        <EmptyState icon="check" title={t('imports.values.none')} />
      ) : (
        <>
          <DrawerSection>
            <p className="text-ink-2">{t('imports.values.text')}</p>
            {data.total > data.items.length && (
              <p className="mt-1 text-xs text-ink-3">
                {t('imports.values.more', { n: number(data.total), shown: number(data.items.length) })}
              </p>
            )}
            {action?.type === 'correct' && actionProblem && (
              <Note tone="bad" live>
                {actionProblem.fields[0]?.message ?? actionProblem.message}
              </Note>
            )}
          </DrawerSection>
          {data.items.map((value) => (
            <ValueMatch
              {...props}
              key={`${value.column} ${value.rule} ${value.value}`}
              value={value}
              onShowRows={() => rows.filterBy({ state: 'refused', rule: value.rule, code: undefined })}
            />
          ))}
        </>
      )}
    </Drawer>
  );
}
