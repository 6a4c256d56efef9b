import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { eurailStation } from '#entities/eurail-station/eurail-station.tsx';
import { PlaceCard } from '#fields/place/place-card.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/eu-stations')({
  head: headTitled('entity.eurail_station.many'),
  staticData: { permission: 'eurail_station:read' },
  validateSearch: listSearch('eurail_station'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(eurailStation, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={eurailStation} Card={PlaceCard} />,
});
