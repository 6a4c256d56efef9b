import { codeColumn, namedCodeColumn, referenceColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';

export const city = defineEntity({
  key: 'city',
  schema: 'CityWrite',
  icon: 'city',
  columns: [
    referenceColumn('country', { width: 168 }),
    namedCodeColumn('continent', { width: 120 }),
    codeColumn('iataCode', { width: 104 }),
    codeColumn('cnCode', { width: 120 }),
  ],
  form: { load: () => import('./city-fields.tsx'), layout: 'panel' },
});
