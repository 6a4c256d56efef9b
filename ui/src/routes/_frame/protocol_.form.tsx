import { createFileRoute } from '@tanstack/react-router';
import { FormPage } from '#crud/form/form-page.tsx';
import { formSearch } from '#crud/form/form-search.ts';
import { protocol } from '#entities/protocol/protocol.tsx';
import { headTitled } from '../-page-title.tsx';

export const Route = createFileRoute('/_frame/protocol_/form')({
  head: headTitled('entity.protocol.many'),
  validateSearch: formSearch,
  component: () => <FormPage entity={protocol} />,
});
