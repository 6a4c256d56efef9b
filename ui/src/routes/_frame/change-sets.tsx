import { createFileRoute } from '@tanstack/react-router';
import { ChangeSetsPage, prefetchChangeSets } from '#change-sets/change-sets-page.tsx';
import { parseChangeSetsSearch } from '#change-sets/change-sets-search.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/change-sets')({
  head: headWithTitle('menu.change_set'),
  validateSearch: parseChangeSetsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchChangeSets(deps, cause);
    return loadTexts('review', 'logs');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: ChangeSetsPage,
});
