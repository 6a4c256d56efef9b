import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { canSeeImports } from '#imports/actions/import-permissions.ts';
import { ImportsPage, prefetchImports } from '#imports/imports-page.tsx';
import { parseImportsSearch } from '#imports/imports-search.ts';
import { useSession } from '#session/use-session.ts';
import { headWithTitle } from '../-page-title.tsx';
import { Forbidden } from '../-pages/forbidden.tsx';

export const Route = createFileRoute('/_frame/imports')({
  head: headWithTitle('menu.import'),
  validateSearch: parseImportsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    prefetchImports(deps, cause);
    return loadTexts('imports', 'logs', 'tasks');
  },
  codeSplitGroupings: [['loader', 'component']],
  component: Page,
});

/** Imports are visible to everybody who may import or review at least one entity. */
function Page() {
  const { isAllowed } = useSession();
  return canSeeImports(isAllowed) ? <ImportsPage /> : <Forbidden missing={['*:import', '*:review']} />;
}
