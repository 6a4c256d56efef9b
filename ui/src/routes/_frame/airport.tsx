import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { airport } from '#entities/airport/airport.tsx';
import { PlaceSection } from '#fields/place/place-section.tsx';
import { listRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/airport')({
  ...listRouteOptions('airport'),
  component: () => <ListPage entity={airport} Card={PlaceSection} />,
});
