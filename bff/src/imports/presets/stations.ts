import { FileFault, type FileLine } from '../file-model.ts';
import { hasColumns, type Preset } from './preset.ts';
import { firstNonEmpty, fromCells, oneRecordPerRow, type TextSource } from './raw-record.ts';

/** The start of `var station_names ='@bjb|北京北|VAP|beijingbei|bjb|0@…';`, or of the quoted text alone. */
const STATIONS_START = /^\s*(?:(?:(?:var|let|const)\s+)?station_names\s*=\s*)?(['"]?)@/;

const MAX_STATION_KIB = 256;
const [OLD_FIELD_COUNT, FIELD_COUNT] = [6, 11];

/** Older scripts lack the last five fields. */
function cellsOf(record: string): string[] {
  const cells = record.split('|');
  return cells.length === OLD_FIELD_COUNT
    ? [...cells, ...Array<string>(FIELD_COUNT - OLD_FIELD_COUNT).fill('')]
    : cells;
}

/**
 * Splits the 12306 script into stations. All of them are on one line, so they are numbered instead.
 * @throws FileFault otherPreset, truncated, rowTooLong
 */
export async function* splitStations(text: AsyncIterable<string>): AsyncIterable<FileLine[]> {
  let buffer = '';
  let quote: string | undefined;
  let line = 0;
  const toLine = (record: string): FileLine => ({ line: ++line, cells: cellsOf(record) });
  for await (const chunk of text) {
    buffer += chunk;
    if (quote === undefined) {
      const start = STATIONS_START.exec(buffer);
      if (start) [quote, buffer] = [start[1], buffer.slice(start[0].length)];
    }
    if (quote !== undefined) {
      const end = quote === '' ? -1 : buffer.indexOf(quote);
      const records = (end < 0 ? buffer : buffer.slice(0, end)).split('@');
      if (end < 0) buffer = records.pop() ?? '';
      yield records.map(toLine);
      if (end >= 0) return;
    }
    if (buffer.length > MAX_STATION_KIB * 1024) break;
  }
  if (quote === undefined) throw new FileFault('otherPreset');
  if (buffer.length > MAX_STATION_KIB * 1024)
    throw new FileFault('rowTooLong', { line: line + 1, limit: MAX_STATION_KIB });
  if (quote !== '') throw new FileFault('truncated');
  yield [toLine(buffer.trimEnd())];
}

// some names are padded with spaces to the width of others
const name = fromCells(['name'], (cell) => cell.replace(/\s/g, ''));

// a text without `var station_names` must hold a plausible station as well
const STATION_PATTERN = /@[^@|]{1,9}\|[^@|]{1,40}\|[A-Z]{3}\|/;

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
  recognises: ({ text }) => STATIONS_START.test(text) && STATION_PATTERN.test(text),
  parseLines: splitStations,
  records: oneRecordPerRow({
    values: {
      telegraphCode: 'telegraph_code',
      name,
      'name[zh-CN]': name,
      pinyin: 'pinyin',
      pinyinInitials: 'initials',
      city: 'city',
    },
    // a name in English and pinyin split into words are better than these
    onlyIfEmpty: ['name', 'pinyin'],
    names: { city: 'city' },
  }),
};

const trainlineCode = (id: string) => (id === '' ? '' : `TRAINLINE-${id}`);
const code = firstNonEmpty('uic', fromCells(['id'], trainlineCode));

const PARENT_COLUMNS = ['parent_station_id'];
const parent: TextSource = (row) => {
  const id = row.get('parent_station_id');
  return { text: row.codeOf(id) ?? trainlineCode(id), columns: row.indexesOf(PARENT_COLUMNS) };
};

/** The column `trenitalia_rtvt_id` holds the codes of the operator TRENITALIA RTVT. */
const operatorOf = (column: string) => column.slice(0, -'_id'.length).replaceAll('_', ' ').toUpperCase();

const isOperatorColumn = (column: string) => column.endsWith('_id') && column !== 'parent_station_id';

const operatorCodes: TextSource = (row) => {
  const codes = row.columns.flatMap((column, index) => {
    const code = isOperatorColumn(column) ? row.get(column) : '';
    return code === '' ? [] : { index, entry: { operator: operatorOf(column), code } };
  });
  const text = codes.length > 0 ? JSON.stringify(codes.map(({ entry }) => entry)) : '';
  return { text, columns: codes.map(({ index }) => index) };
};

const BOOLEANS: Record<string, string> = { t: 'true', f: 'false' };

export const trainlineStations: Preset = {
  key: 'trainline-stations',
  entity: 'eurail_station',
  label: { 'zh-CN': 'Trainline 欧洲车站', en: 'Trainline stations' },
  source: 'https://github.com/trainline-eu/stations',
  licence: 'ODbL 1.0',
  recognises: hasColumns('id', 'slug', 'uic', 'parent_station_id', 'is_main_station', 'same_as'),
  codeIndex: { key: (row) => row.get('id'), code: (row) => row.get('uic') || trainlineCode(row.get('id')) },
  records: oneRecordPerRow({
    values: {
      code,
      name: 'name',
      uicCode: 'uic',
      country: 'country',
      latitude: 'latitude',
      longitude: 'longitude',
      timezone: 'time_zone',
      parent,
      isMain: fromCells(['is_main_station'], (cell) => BOOLEANS[cell] ?? cell),
      operatorCodes,
      // names in European languages are left out: those columns hold hints such as `France` or `Airport`
      'name[zh-CN]': 'info:zh',
      'name[ja]': 'info:ja',
      'name[ko]': 'info:ko',
    },
    // the source calls `is_main_station` unreliable, and its translated names are often those of the city
    onlyIfEmpty: ['isMain', 'name[zh-CN]', 'name[ja]', 'name[ko]'],
    refusals: [{ rule: 'noRecord', columns: ['same_as'], when: (other) => other !== '' }],
  }),
};
