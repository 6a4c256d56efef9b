import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { country } from '#entities/country.tsx';

export const Route = createFileRoute('/_frame/country')({
  staticData: { permission: 'country:read' },
  validateSearch: listSearch('country'),
  component: () => <ListPage entity={country} />,
});
