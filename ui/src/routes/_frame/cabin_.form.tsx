import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { cabin } from '#entities/cabin.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/cabin_/form')({
  head: headTitled('entity.cabin.many'),
  validateSearch: formSearch,
  component: () => <FormPage entity={cabin} />,
});
