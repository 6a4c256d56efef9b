import { FileFault, type Line } from '../file-model.ts';
import { firstOf, made, oneEach, type Part } from './draft.ts';
import { hasColumns, type Preset } from './preset.ts';

/** `var station_names ='@bjb|北京北|VAP|beijingbei|bjb|0@…';`, or what stands in its quotes alone. */
const stationsBegin = /^\s*(?:(?:(?:var|let|const)\s+)?station_names\s*=\s*)?(['"]?)@/;

const longest = 256;
const [fieldsOfOld, fields] = [6, 11];

/** The older form lacks the last five fields. */
function cellsOf(record: string): string[] {
  const cells = record.split('|');
  return cells.length === fieldsOfOld ? [...cells, ...Array<string>(fields - fieldsOfOld).fill('')] : cells;
}

/**
 * The stations of 12306's script, numbered from 1, as they all stand in one line.
 * @throws FileFault of a script that is another, that ends within a station, or has one of more than 256 KiB
 */
export async function* splitStations(text: AsyncIterable<string>): AsyncIterable<Line[]> {
  let rest = '';
  let quote: string | undefined;
  let line = 0;
  const number = (record: string): Line => ({ line: ++line, cells: cellsOf(record) });
  for await (const chunk of text) {
    rest += chunk;
    if (quote === undefined) {
      const begin = stationsBegin.exec(rest);
      if (begin) [quote, rest] = [begin[1], rest.slice(begin[0].length)];
    }
    if (quote !== undefined) {
      const end = quote === '' ? -1 : rest.indexOf(quote);
      const records = (end < 0 ? rest : rest.slice(0, end)).split('@');
      if (end < 0) rest = records.pop() ?? '';
      yield records.map(number);
      if (end >= 0) return;
    }
    if (rest.length > longest * 1024) break;
  }
  if (quote === undefined) throw new FileFault('otherPreset');
  if (rest.length > longest * 1024) throw new FileFault('rowTooLong', { line: line + 1, limit: longest });
  if (quote !== '') throw new FileFault('truncated');
  yield [number(rest.trimEnd())];
}

// some names have spaces in them to make them as wide as others
const name = made(['name'], (cell) => cell.replace(/\s/g, ''));

// what has no names around it may be anything in these signs
const station = /@[^@|]{1,9}\|[^@|]{1,40}\|[A-Z]{3}\|/;

export const chinaRailwayStations: Preset = {
  key: '12306-stations',
  entity: 'train_station',
  label: { 'zh-CN': '12306 车站', en: '12306 stations' },
  source: 'https://kyfw.12306.cn/otn/resources/js/framework/station_name.js',
  licence: 'None stated',
  columns: [
    ...['abbreviation', 'name', 'telegraph_code', 'pinyin', 'initials', 'number'],
    ...['city_number', 'city', 'country_code', 'country', 'english_name'],
  ],
  recognises: ({ text }) => stationsBegin.test(text) && station.test(text),
  split: splitStations,
  records: oneEach({
    values: {
      telegraphCode: 'telegraph_code',
      name,
      'name[zh-CN]': name,
      pinyin: 'pinyin',
      pinyinInitials: 'initials',
      city: 'city',
    },
    // names in English and pinyin in words are better than these
    onlyIfEmpty: ['name', 'pinyin'],
    names: { city: 'city' },
  }),
};

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
