import { codeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';

export const airline = defineEntity({
  key: 'airline',
  schema: 'AirlineWrite',
  icon: 'airline',
  columns: [
    textColumn('type', { width: 100, truncates: false }),
    referenceColumn('country', { width: 168 }),
    codeColumn('icaoCode', { width: 104 }),
    codeColumn('iataAccountingCode', { width: 148 }),
    textColumn('callsign', { width: 140, hiddenByDefault: true }),
    textColumn('website', { width: 200, unsortable: true, hiddenByDefault: true }),
  ],
  form: { load: () => import('./airline-fields.tsx'), layout: 'panel' },
});
