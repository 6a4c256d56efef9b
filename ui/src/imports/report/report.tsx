import { enums } from '#api/facts.gen.ts';
import { useListPreferences } from '#crud/list/preferences.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, isApplied, type RowState, rowsOf, stateDots } from '#imports/import.ts';
import { ImportHead } from '#imports/import-head.tsx';
import type { ImportProps } from '#imports/use-import.ts';
import { Note } from '#kit/note.tsx';
import { StatusTabs } from '#kit/tabs.tsx';
import { ReportActions } from './report-actions.tsx';
import { ReportDownload } from './report-download.tsx';
import { ReportFilters } from './report-filters.tsx';
import { RowDrawer } from './row-drawer.tsx';
import { RowsTable } from './rows-table.tsx';
import { type Rows, useRows } from './use-rows.ts';
import { ValuesDrawer } from './values-drawer.tsx';

/** What the file would do, row by row, or what it has done; and what can be done about it. */
export function Report(props: ImportProps) {
  const { found } = props;
  const rows = useRows(found);
  const { preferences, change } = useListPreferences('import-row');
  return (
    <>
      <section className="@container flex min-w-0 flex-1 flex-col">
        <ImportHead found={found}>
          <ReportDownload found={found} />
        </ImportHead>
        <Tabs found={found} rows={rows} />
        <ReportFilters found={found} rows={rows} preferences={preferences} onPreferences={change} />
        <Stopped found={found} />
        <RowsTable {...props} rows={rows} preferences={preferences} onPreferences={change} />
        <ReportActions {...props} />
      </section>
      {rows.search.values ? <ValuesDrawer {...props} rows={rows} /> : <RowDrawer {...props} rows={rows} />}
    </>
  );
}

function Tabs({ found: { counts }, rows: { search, filterBy } }: { found: Import; rows: Rows }) {
  const { t } = useTexts();
  return (
    <StatusTabs
      aria-label={t('imports.report.tabs')}
      selected={search.state ?? 'all'}
      // the cast: one of the tabs below
      onSelect={(id) => filterBy({ state: id === 'all' ? undefined : (id as RowState), rule: undefined })}
      tabs={[
        { id: 'all', label: t('common.all'), count: counts ? number(rowsOf(counts)) : undefined },
        ...enums.ImportRowState.filter(
          (state) => state !== 'excluded' || counts?.excluded || search.state === state,
        ).map((state) => ({
          id: state,
          label: t(`imports.state.${state}`),
          mark: stateDots[state],
          count: counts ? number(counts[state] ?? 0) : undefined,
        })),
      ]}
    />
  );
}

/** Why what was under way has not come to its end. */
function Stopped({ found }: { found: Import }) {
  const { t } = useTexts();
  const { fault } = found;
  if (!fault) return null;
  return (
    <div className="px-6 py-2">
      <Note tone="warn" live>
        {t(isApplied(found) ? 'imports.stopped' : 'imports.stoppedEarly', { why: fault.message })}
      </Note>
    </div>
  );
}
