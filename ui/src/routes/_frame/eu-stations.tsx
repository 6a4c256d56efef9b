import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { eurailStation } from '#entities/eurail-station/eurail-station.tsx';
import { PlaceSection } from '#fields/place/place-section.tsx';
import { listRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/eu-stations')({
  ...listRouteOptions('eurail_station'),
  component: () => <ListPage entity={eurailStation} Card={PlaceSection} />,
});
