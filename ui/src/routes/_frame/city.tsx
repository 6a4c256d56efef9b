import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { city } from '#entities/city.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/city')({
  head: headTitled('entity.city.many'),
  staticData: { permission: 'city:read' },
  validateSearch: listSearch('city'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(city, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={city} />,
});
