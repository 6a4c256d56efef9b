import { codeColumn, namedCodeColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';

export const country = defineEntity({
  key: 'country',
  schema: 'CountryWrite',
  icon: 'globe',
  columns: [
    codeColumn('alpha3Code', { width: 92 }),
    namedCodeColumn('continent', { width: 146 }),
    textColumn('region', { width: 150 }),
    codeColumn('currency', { width: 72 }),
    textColumn('symbol', { width: 84, unsortable: true }),
  ],
  leadingFilters: ['code', 'name'],
  form: { load: () => import('./country-fields.tsx'), layout: 'panel' },
});
