import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { eurailStation } from '#entities/eurail-station/eurail-station.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/eu-stations_/form')({
  head: headTitled('entity.eurail_station.many'),
  validateSearch: formSearch,
  component: () => <FormPage entity={eurailStation} />,
});
