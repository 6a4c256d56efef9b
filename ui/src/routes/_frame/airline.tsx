import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { airline } from '#entities/airline.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/airline')({
  head: headTitled('entity.airline.many'),
  staticData: { permission: 'airline:read' },
  validateSearch: listSearch('airline'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(airline, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={airline} />,
});
