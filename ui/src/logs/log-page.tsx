import { pageSizes } from '#crud/list/list-search.ts';
import { useListPreferences } from '#crud/list/preferences.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { CursorPager } from '#kit/pager.tsx';
import { LogCard } from './log-card.tsx';
import { LogExport } from './log-export.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import { totalText } from './total-text.ts';
import { type Logs, useLogs } from './use-logs.ts';

/** What people did, newest first; one entry beside the table. Everything shown stands in the address. */
export function LogPage() {
  const { t } = useTexts();
  const logs = useLogs();
  const { preferences, change } = useListPreferences('user_log');
  const { pageSize, filterBy, onPrevious, onNext } = logs;
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-6">
          <h1 className="mr-auto text-xl font-semibold">{t('logs.title')}</h1>
          <LogExport logs={logs} />
        </header>
        <LogFilters logs={logs} preferences={preferences} onPreferences={change} />
        <LogTable logs={logs} preferences={preferences} onPreferences={change} />
        <CursorPager
          pageSize={pageSize}
          sizeLabel={t('common.pageSize')}
          onPageSize={(size) => filterBy({ pageSize: pageSizes.find((one) => one === size) })}
          onPrevious={onPrevious}
          onNext={onNext}
          text={<Range logs={logs} />}
        />
      </section>
      <LogCard logs={logs} />
    </>
  );
}

/** Which of how many; the place of a page that somebody came to by a link is unknown. */
function Range({ logs: { data, problem, before } }: { logs: Logs }) {
  const { t } = useTexts();
  if (!data || problem) return null;
  if (data.items.length === 0) return t('common.noData');
  const total = totalText(data);
  if (before === undefined) return t('logs.total', { total });
  return t('logs.range', { from: number(before + 1), to: number(before + data.items.length), total });
}
