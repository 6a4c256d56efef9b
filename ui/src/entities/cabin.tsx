import { referenceColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { CodeText } from '#kit/display/code.tsx';

export const cabin = defineEntity({
  key: 'cabin',
  schema: 'CabinWrite',
  icon: 'cabin',
  columns: [
    referenceColumn('airline', { width: 168 }),
    textColumn('cabinClass', { width: 120 }),
    {
      id: 'bookingClasses',
      width: 144,
      unsortable: true,
      cell: ({ bookingClasses }) =>
        Array.isArray(bookingClasses) && <CodeText className="min-w-0 truncate">{bookingClasses.join(' ')}</CodeText>,
    },
    textColumn('order', { width: 72, align: 'end' }),
  ],
  leadingFilters: ['airline'],
  form: {
    load: () => import('./cabin-fields.tsx'),
    layout: { page: '/cabin/form' },
    quickEdit: () => import('#fields/name-fields.tsx'),
  },
});
