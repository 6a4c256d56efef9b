import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { airport } from '#entities/airport/airport.tsx';

export const Route = createFileRoute('/_frame/airport_/form')({
  validateSearch: formSearch,
  component: () => <FormPage entity={airport} />,
});
