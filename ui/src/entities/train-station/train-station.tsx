import { codeColumn, referenceColumn, textColumn } from '#crud/columns.tsx';
import { type ColumnSpec, defineEntity } from '#crud/define-entity.ts';
import { labelText } from '#crud/text/record-name-cache.ts';
import { scalarText } from '#crud/text/value-text.ts';
import { coordinatesColumn } from '#fields/place/coordinates-column.tsx';
import { Code } from '#kit/display/code.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { kilometres, listedAirportsOf } from './nearby-airports.ts';
import { DOT_TONES, stateOf } from './verification/verification.ts';

/** The codes of the airports near a station. */
const airportsColumn: ColumnSpec = {
  id: 'airports',
  width: 132,
  unsortable: true,
  isEmpty: ({ airports }) => listedAirportsOf(airports).length === 0,
  cell: ({ airports }, { labels, language }) => (
    <span className="flex items-center gap-1 overflow-hidden">
      {listedAirportsOf(airports).map(({ airport, distance }) => {
        const name = labelText(labels.airport?.[airport], language);
        return (
          <span key={airport} className="flex" title={[airport, name, kilometres(distance)].filter(Boolean).join(' ')}>
            <Code small>{airport}</Code>
          </span>
        );
      })}
    </span>
  ),
};

const verificationColumn: ColumnSpec = {
  id: 'verificationState',
  width: 104,
  cell: (record) => {
    const state = stateOf(record);
    return <StatusMark status={DOT_TONES[state]} label={scalarText('verificationState', state)} />;
  },
};

export const trainStation = defineEntity({
  key: 'train_station',
  schema: 'TrainStationWrite',
  icon: 'train',
  columns: [
    referenceColumn('city', { width: 160 }),
    verificationColumn,
    airportsColumn,
    coordinatesColumn,
    codeColumn('pinyinInitials', { width: 96, hiddenByDefault: true }),
    textColumn('pinyin', { width: 160, hiddenByDefault: true }),
    textColumn('address', { width: 220, unsortable: true, hiddenByDefault: true }),
    textColumn('timezone', { width: 136, unsortable: true, hiddenByDefault: true }),
  ],
  form: {
    load: () => import('./station-form.tsx'),
    layout: { page: '/train-station/form' },
    quickEdit: () => import('./quick-edit-fields.tsx'),
  },
});
