import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { ImportPage } from '#imports/import-page.tsx';
import { parseReportSearch } from '#imports/report/report-search.ts';
import { headWithTitle } from '../-page-title.tsx';
import { Forbidden } from '../-pages/forbidden.tsx';
import { MissingPage } from '../-pages/missing-page.tsx';

export const Route = createFileRoute('/_frame/imports_/$id')({
  head: headWithTitle('menu.import'),
  validateSearch: parseReportSearch,
  loader: () => loadTexts('imports', 'tasks'),
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  if (!/^[1-9]\d{0,15}$/.test(id)) return <MissingPage />;
  return <ImportPage key={id} id={Number(id)} forbidden={<Forbidden />} />;
}
