import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { LogPage } from '#logs/log-page.tsx';
import { prefetchLogs } from '#logs/use-logs.ts';
import { parseUserLogSearch } from '#logs/user-log-search.ts';
import { headWithTitle } from '../../-page-title.tsx';

export const Route = createFileRoute('/_frame/users/user-log-list')({
  head: headWithTitle('menu.user_log'),
  staticData: { permission: 'user_log:read' },
  validateSearch: parseUserLogSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchLogs(deps, cause);
    return loadTexts('logs', 'tasks');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: LogPage,
});
