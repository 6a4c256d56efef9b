import { oneEach } from './draft.ts';
import { firstOf, made, type Part } from './parts.ts';
import type { Preset } from './preset.ts';
import { hasColumns } from './recognise.ts';

const ownCode = (id: string) => (id === '' ? '' : `TRAINLINE-${id}`);
const code = firstOf('uic', made(['id'], ownCode));

const parentId = ['parent_station_id'];
const parent: Part = (row) => {
  const id = row.get('parent_station_id');
  return { text: row.codeOf(id) ?? ownCode(id), columns: row.indexesOf(parentId) };
};

/** `trenitalia_rtvt_id` holds the codes of TRENITALIA RTVT. */
const operatorOf = (column: string) => column.slice(0, -'_id'.length).replaceAll('_', ' ').toUpperCase();

const isOperators = (column: string) => column.endsWith('_id') && column !== 'parent_station_id';

const operatorCodes: Part = (row) => {
  const codes = row.columns.flatMap((column, index) => {
    const code = isOperators(column) ? row.get(column) : '';
    return code === '' ? [] : { index, entry: { operator: operatorOf(column), code } };
  });
  const text = codes.length > 0 ? JSON.stringify(codes.map(({ entry }) => entry)) : '';
  return { text, columns: codes.map(({ index }) => index) };
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
  records: oneEach({
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
