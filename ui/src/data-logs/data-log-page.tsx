import { useListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LogExport } from '#logs/log-export.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { ChangeCard } from './change-card.tsx';
import { DataLogFilters } from './data-log-filters.tsx';
import { toFilter } from './data-log-search.ts';
import { DataLogTable } from './data-log-table.tsx';
import { useDataLogs } from './use-data-logs.ts';

/** What was changed of the records, newest first; one change beside the table. Everything shown stands in the address. */
export function DataLogPage() {
  const { t } = useTexts();
  const logs = useDataLogs();
  const { preferences, change } = useListPreferences('data_log');
  const { search } = logs;
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-6">
          <h1 className="mr-auto text-xl font-semibold">{t('menu.data_log')}</h1>
          <LogExport
            path="/api/v1/data-logs/export"
            permission="data_log:export"
            filter={toFilter(search)}
            found={logs.data}
          />
        </header>
        <DataLogFilters logs={logs} preferences={preferences} onPreferences={change} />
        <DataLogTable logs={logs} preferences={preferences} onPreferences={change} />
        <LogPager logs={logs} />
      </section>
      {search.id !== undefined && <ChangeCard key={search.id} seq={search.id} logs={logs} />}
    </>
  );
}
