import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { country } from '#entities/country.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/country')({
  head: headTitled('entity.country.many'),
  staticData: { permission: 'country:read' },
  validateSearch: listSearch('country'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(country, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={country} />,
});
