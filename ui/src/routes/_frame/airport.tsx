import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { airport } from '#entities/airport/airport.tsx';
import { PlaceCard } from '#fields/place/place-card.tsx';
import { listRoute } from '../-kind-routes.ts';

export const Route = createFileRoute('/_frame/airport')({
  ...listRoute('airport'),
  component: () => <ListPage entity={airport} Card={PlaceCard} />,
});
