import { codeColumn, ownCodeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { booleans, defineEntity } from '#crud/define-entity.ts';
import { coordinatesColumn } from '#fields/place/coordinates-column.tsx';
import { MainMark } from './main-mark.tsx';

export const eurailStation = defineEntity({
  key: 'eurail_station',
  path: '/eu-stations',
  resource: '/api/v1/eu-stations',
  schema: 'EurailStationWrite',
  icon: 'rail',
  columns: [
    ownCodeColumn(132),
    referenceColumn('city', { second: 'country', width: 148 }),
    { id: 'isMain', width: 104, unsortable: true, cell: ({ isMain }) => isMain === true && <MainMark /> },
    referenceColumn('eurail_station', { id: 'parent', width: 180, unsortable: true }),
    textColumn('timezone', { width: 136, hidden: true }),
    referenceColumn('country', { width: 140, hidden: true }),
    codeColumn('uicCode', { hidden: true }),
    codeColumn('eurailCode', { width: 108, hidden: true }),
    { ...coordinatesColumn, hidden: true },
    textColumn('address', { width: 200, unsortable: true, hidden: true }),
  ],
  filters: [
    { id: 'country', kind: 'country' },
    { id: 'city', kind: 'city' },
    { id: 'isMain', values: booleans },
    { id: 'parent', kind: 'eurail_station' },
    { id: 'code' },
    { id: 'name' },
    { id: 'uicCode' },
  ],
  form: {
    load: () => import('./station-form.tsx'),
    place: { page: '/eu-stations/form' },
    quick: () => import('./edit-dialog.tsx'),
  },
});
