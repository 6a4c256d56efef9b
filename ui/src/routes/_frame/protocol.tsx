import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { prefetchList } from '#crud/list/use-list.ts';
import { protocol } from '#entities/protocol/protocol.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/protocol')({
  head: headTitled('entity.protocol.many'),
  staticData: { permission: 'protocol:read' },
  validateSearch: listSearch('protocol'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => prefetchList(protocol, deps, cause),
  codeSplitGroupings: [['loader', 'component']],
  component: () => <ListPage entity={protocol} />,
});
