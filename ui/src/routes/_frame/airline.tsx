import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { listSearch } from '#crud/list/list-search.ts';
import { airline } from '#entities/airline.tsx';

export const Route = createFileRoute('/_frame/airline')({
  staticData: { permission: 'airline:read' },
  validateSearch: listSearch('airline'),
  component: () => <ListPage entity={airline} />,
});
