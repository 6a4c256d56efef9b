import { useListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { LogCard } from './log-card.tsx';
import { LogExport } from './log-export.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogPager } from './log-pager.tsx';
import { toFilter } from './log-search.ts';
import { LogTable } from './log-table.tsx';
import { useLogs } from './use-logs.ts';

/** What people did, newest first; one entry beside the table. Everything shown stands in the address. */
export function LogPage() {
  const { t } = useTexts();
  const logs = useLogs();
  const { preferences, change } = useListPreferences('user_log');
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-6">
          <h1 className="mr-auto text-xl font-semibold">{t('logs.title')}</h1>
          <LogExport
            path="/api/v1/user-logs/export"
            permission="user_log:export"
            filter={toFilter(logs.search)}
            found={logs.data}
          />
        </header>
        <LogFilters logs={logs} preferences={preferences} onPreferences={change} />
        <LogTable logs={logs} preferences={preferences} onPreferences={change} />
        <LogPager logs={logs} />
      </section>
      <LogCard logs={logs} />
    </>
  );
}
