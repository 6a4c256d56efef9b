import { createFileRoute } from '@tanstack/react-router';
import { prefetchOverview } from '#crud/read/use-overview.ts';
import { headWithTitle } from '../-page-title.tsx';
import { Home } from '../-pages/home/home.tsx';
import { parseHomeSearch } from '../-pages/home/period.ts';
import { prefetchWorklist } from '../-pages/home/worklist-panel.tsx';

export const Route = createFileRoute('/_frame/')({
  head: headWithTitle('menu.home'),
  validateSearch: parseHomeSearch,
  loaderDeps: ({ search: { days } }) => ({ days }),
  loader: ({ deps: { days }, cause }) => {
    prefetchWorklist(cause);
    return prefetchOverview(days);
  },
  codeSplitGroupings: [['loader', 'component']],
  component: Home,
});
