import { enums } from '#api/facts.gen.ts';
import { codeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { defineEntity } from '#crud/define-entity.ts';
import { coordinatesColumn } from '#fields/place/coordinates-column.tsx';
import { airportsColumn } from './city-airport/airports-column.tsx';
import { verificationColumn } from './verification/verification-column.tsx';

export const trainStation = defineEntity({
  key: 'train_station',
  path: '/train-station',
  resource: '/api/v1/train-stations',
  schema: 'TrainStationWrite',
  icon: 'train',
  columns: [
    referenceColumn('city', { width: 160 }),
    verificationColumn,
    airportsColumn,
    coordinatesColumn,
    codeColumn('pinyinInitials', { width: 96, hidden: true }),
    textColumn('pinyin', { width: 160, hidden: true }),
    textColumn('address', { width: 220, unsortable: true, hidden: true }),
    textColumn('timezone', { width: 136, unsortable: true, hidden: true }),
  ],
  filters: [
    { id: 'city', kind: 'city' },
    { id: 'verificationState', values: enums.VerificationState },
    { id: 'code' },
    { id: 'name' },
    { id: 'telegraphCode' },
  ],
  form: {
    load: () => import('./station-form.tsx'),
    place: { page: '/train-station/form' },
    quick: () => import('./edit-dialog.tsx'),
  },
});
