import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { importable } from '#imports/import-permissions.ts';
import { startSearch } from '#imports/imports-search.ts';
import { StartPage } from '#imports/start-page.tsx';
import { useSession } from '#session/use-session.ts';
import { Forbidden } from '../-pages/forbidden.tsx';

export const Route = createFileRoute('/_frame/imports_/new')({
  validateSearch: startSearch,
  loader: () => loadTexts('imports'),
  component: Page,
});

function Page() {
  const { can } = useSession();
  return importable(can).length > 0 ? <StartPage /> : <Forbidden missing={['*:import']} />;
}
