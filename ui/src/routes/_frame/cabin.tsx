import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { cabin } from '#entities/cabin.tsx';

export const Route = createFileRoute('/_frame/cabin')({
  staticData: { permission: 'cabin:read' },
  validateSearch: listSearch('cabin'),
  component: () => <ListPage entity={cabin} />,
});
