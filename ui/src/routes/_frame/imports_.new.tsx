import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { importableEntities } from '#imports/actions/import-permissions.ts';
import { parseNewImportSearch } from '#imports/imports-search.ts';
import { NewImportPage } from '#imports/upload/new-import-page.tsx';
import { useSession } from '#session/use-session.ts';
import { headWithTitle } from '../-page-title.tsx';
import { Forbidden } from '../-pages/forbidden.tsx';

export const Route = createFileRoute('/_frame/imports_/new')({
  head: headWithTitle('menu.import'),
  validateSearch: parseNewImportSearch,
  loader: () => loadTexts('imports'),
  component: Page,
});

function Page() {
  const { can } = useSession();
  return importableEntities(can).length > 0 ? <NewImportPage /> : <Forbidden missing={['*:import']} />;
}
