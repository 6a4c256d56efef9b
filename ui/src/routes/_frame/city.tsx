import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { city } from '#entities/city.tsx';

export const Route = createFileRoute('/_frame/city')({
  staticData: { permission: 'city:read' },
  validateSearch: listSearch('city'),
  component: () => <ListPage entity={city} />,
});
