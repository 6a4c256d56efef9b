import { createFileRoute } from '@tanstack/react-router';
import { DataLogPage } from '#data-logs/data-log-page.tsx';
import { parseDataLogSearch } from '#data-logs/data-log-search.ts';
import { prefetchDataLogs } from '#data-logs/use-data-logs.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/data-logs')({
  head: headWithTitle('menu.data_log'),
  staticData: { permission: 'data_log:read' },
  validateSearch: parseDataLogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchDataLogs(deps, cause);
    return loadTexts('dataLogs', 'logs');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: DataLogPage,
});
