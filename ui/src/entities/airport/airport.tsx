import { codeColumn, namedCodeColumn, recordCodeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { coordinatesColumn } from '#fields/place/coordinates-column.tsx';

export const airport = defineEntity({
  key: 'airport',
  schema: 'AirportWrite',
  icon: 'airport',
  columns: [
    recordCodeColumn(62),
    codeColumn('icaoCode', { width: 92 }),
    referenceColumn('city', { secondEntity: 'country', width: 152 }),
    coordinatesColumn,
    textColumn('timezone', { width: 152 }),
    referenceColumn('country', { width: 160, hiddenByDefault: true }),
    namedCodeColumn('continent', { width: 120, hiddenByDefault: true }),
    textColumn('pinyin', { width: 200, hiddenByDefault: true }),
  ],
  form: {
    load: () => import('./airport-form.tsx'),
    layout: { page: '/airport/form' },
    quickEdit: () => import('./quick-edit-fields.tsx'),
  },
});
