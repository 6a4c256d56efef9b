import { createFileRoute } from '@tanstack/react-router';
import { startSearch } from '#imports/imports-search.ts';
import { importable } from '#imports/may.ts';
import { StartPage } from '#imports/start-page.tsx';
import { useSession } from '#session/use-session.ts';
import { Forbidden } from '../-pages/forbidden.tsx';

export const Route = createFileRoute('/_frame/imports_/new')({
  validateSearch: startSearch,
  component: Page,
});

function Page() {
  const { can } = useSession();
  return importable(can).length > 0 ? <StartPage /> : <Forbidden />;
}
