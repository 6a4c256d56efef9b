import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { trainStation } from '#entities/train-station/train-station.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/train-station_/form')({
  head: headTitled('entity.train_station.many'),
  validateSearch: formSearch,
  component: () => <FormPage entity={trainStation} />,
});
