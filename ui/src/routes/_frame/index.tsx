import { createFileRoute } from '@tanstack/react-router';
import { prefetchOverview } from '#crud/read/use-overview.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';
import { Home } from '../-pages/home/home.tsx';
import { parseHomeSearch } from '../-pages/home/home-search.ts';
import { prefetchWorklist } from '../-pages/home/worklist-panel.tsx';

export const Route = createFileRoute('/_frame/')({
  head: headWithTitle('menu.home'),
  validateSearch: parseHomeSearch,
  loaderDeps: ({ search: { days } }) => ({ days }),
  loader: ({ deps: { days }, cause }) => {
    prefetchWorklist(cause);
    return Promise.all([prefetchOverview(days), loadTexts('home')]);
  },
  codeSplitGroupings: [['loader', 'component']],
  component: Home,
});
