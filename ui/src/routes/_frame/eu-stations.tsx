import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { eurailStation } from '#entities/eurail-station/eurail-station.tsx';
import { PlaceCard } from '#fields/place/place-card.tsx';
import { listRoute } from '../-kind-routes.ts';

export const Route = createFileRoute('/_frame/eu-stations')({
  ...listRoute('eurail_station'),
  component: () => <ListPage entity={eurailStation} Card={PlaceCard} />,
});
