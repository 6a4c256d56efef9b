import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { airport } from '#entities/airport/airport.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/airport_/form')({
  head: headTitled('entity.airport.many'),
  validateSearch: formSearch,
  component: () => <FormPage entity={airport} />,
});
