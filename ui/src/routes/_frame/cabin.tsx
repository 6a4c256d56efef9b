import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { cabin } from '#entities/cabin.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/cabin')({
  head: headTitled('entity.cabin.many'),
  staticData: { permission: 'cabin:read' },
  validateSearch: listSearch('cabin'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(cabin, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={cabin} />,
});
