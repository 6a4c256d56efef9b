import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { airport } from '#entities/airport/airport.tsx';
import { PlaceCard } from '#fields/place/place-card.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/airport')({
  head: headTitled('entity.airport.many'),
  staticData: { permission: 'airport:read' },
  validateSearch: listSearch('airport'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(airport, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={airport} Card={PlaceCard} />,
});
