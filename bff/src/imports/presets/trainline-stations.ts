import { oneDraft } from './draft.ts';
import { firstOf, indexesOf, made, type Part } from './parts.ts';
import type { Preset, Row } from './preset.ts';
import { hasColumns } from './recognise.ts';

const ownCode = (id: string) => (id === '' ? '' : `TRAINLINE-${id}`);
const code = firstOf('uic', made(['id'], ownCode));

const parent: Part = (row) => {
  const id = row.get('parent_station_id');
  return { text: row.codeOf(id) ?? ownCode(id), columns: indexesOf(row, ['parent_station_id']) };
};

/** `trenitalia_rtvt_id` holds the codes of TRENITALIA RTVT. */
const operatorOf = (column: string) => column.slice(0, -'_id'.length).replaceAll('_', ' ').toUpperCase();

const operatorColumns = (row: Row) =>
  row.columns.filter((column) => column.endsWith('_id') && column !== 'parent_station_id' && row.get(column) !== '');

const operatorCodes: Part = (row) => {
  const columns = operatorColumns(row);
  const codes = columns.map((column) => ({ operator: operatorOf(column), code: row.get(column) }));
  return { text: codes.length > 0 ? JSON.stringify(codes) : '', columns: indexesOf(row, columns) };
};

const booleans: Record<string, string> = { t: 'true', f: 'false' };

export const trainlineStations: Preset = {
  key: 'trainline-stations',
  entity: 'eurail_station',
  label: { 'zh-CN': 'Trainline 欧洲车站', en: 'Trainline stations' },
  source: 'https://github.com/trainline-eu/stations',
  licence: 'ODbL 1.0',
  recognises: hasColumns('id', 'slug', 'uic', 'parent_station_id', 'is_main_station', 'same_as'),
  index: { key: (row) => row.get('id'), code: (row) => row.get('uic') || ownCode(row.get('id')) },
  records: oneDraft({
    values: {
      code,
      name: 'name',
      uicCode: 'uic',
      country: 'country',
      latitude: 'latitude',
      longitude: 'longitude',
      timezone: 'time_zone',
      parent,
      isMain: made(['is_main_station'], (cell) => booleans[cell] ?? cell),
      operatorCodes,
      // in European languages what helps to tell stations apart stands there, such as `France` or `Airport`
      'name[zh-CN]': 'info:zh',
      'name[ja]': 'info:ja',
      'name[ko]': 'info:ko',
    },
    // unreliable, as the source says, and the names often those of the city
    onlyIfEmpty: ['isMain', 'name[zh-CN]', 'name[ja]', 'name[ko]'],
    refusals: [{ rule: 'noRecord', columns: ['same_as'], when: (other) => other !== '' }],
  }),
};
