import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { trainStation } from '#entities/train-station/train-station.tsx';
import { PlaceCard } from '#fields/place/place-card.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/train-station')({
  head: headTitled('entity.train_station.many'),
  staticData: { permission: 'train_station:read' },
  validateSearch: listSearch('train_station'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(trainStation, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={trainStation} Card={PlaceCard} />,
});
