import { enums } from '#api/facts.gen.ts';
import { codeColumn, namedCodeColumn, ownCodeColumn, referenceColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';

export const city = defineEntity({
  key: 'city',
  schema: 'CityWrite',
  icon: 'city',
  columns: [
    ownCodeColumn(86),
    referenceColumn('country', { width: 168 }),
    namedCodeColumn('continent', { width: 120 }),
    codeColumn('iataCode', { width: 104 }),
    codeColumn('cnCode', { width: 120 }),
  ],
  filters: [
    { id: 'country', kind: 'country' },
    { id: 'continent', values: enums.Continent },
    { id: 'code' },
    { id: 'name' },
    { id: 'iataCode' },
    { id: 'cnCode' },
  ],
  form: { load: () => import('./city-fields.tsx'), place: 'panel' },
});
