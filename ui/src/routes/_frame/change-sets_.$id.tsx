import { createFileRoute } from '@tanstack/react-router';
import { ChangeSetPage } from '#change-sets/change-set-page.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { headWithTitle } from '../-page-title.tsx';
import { MissingPage } from '../-pages/missing-page.tsx';

export const Route = createFileRoute('/_frame/change-sets_/$id')({
  head: headWithTitle('menu.change_set'),
  loader: () => loadTexts('review'),
  codeSplitGroupings: [['loader', 'component']],
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  if (!/^[1-9]\d{0,15}$/.test(id)) return <MissingPage />;
  return <ChangeSetPage key={id} id={Number(id)} />;
}
