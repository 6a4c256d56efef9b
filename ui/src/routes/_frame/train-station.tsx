import { createFileRoute } from '@tanstack/react-router';
import { ListPage } from '#crud/list/list-page.tsx';
import { trainStation } from '#entities/train-station/train-station.tsx';
import { PlaceSection } from '#fields/place/place-section.tsx';
import { listRouteOptions } from '../-entity-routes.ts';

export const Route = createFileRoute('/_frame/train-station')({
  ...listRouteOptions('train_station'),
  component: () => <ListPage entity={trainStation} Card={PlaceSection} />,
});
