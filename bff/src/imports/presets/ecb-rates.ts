import type { RawRecord } from '../file-model.ts';
import type { Preset } from './preset.ts';
import { constant, createRawRecordMapping, fromCells, oneRecordPerRow } from './raw-record.ts';

let frankfurtHourFormat: Intl.DateTimeFormat | undefined;

/** When the rates of a day are published: about 16:00 in Frankfurt (ECB, “Euro foreign exchange reference rates”). */
export function publishedAt(day: string): string {
  // creating the format is slow, so it is put off until the first use rather than delaying the start of the service
  frankfurtHourFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const summerPublication = new Date(`${day}T14:00:00.000Z`);
  return frankfurtHourFormat.format(summerPublication) === '16'
    ? summerPublication.toISOString()
    : `${day}T15:00:00.000Z`;
}

const isCurrencyCode = (column: string) => /^[A-Z]{3}$/.test(column);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Turns `13 April 2026`, as the file of a single day writes it, into `2026-04-13`; other texts stay as they are. */
function toIsoDay(cell: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(cell) ?? [];
  return day ? `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}

// a cell that holds no date stays as it is and is refused later
const quotedAt = fromCells(['Date'], (cell) => {
  const day = toIsoDay(cell);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  return isDay ? publishedAt(day) : cell;
});

const toDayRecord = createRawRecordMapping({
  values: { base: constant('EUR'), source: constant('ECB'), quotedAt, unit: constant('1') },
});

const toRateRecord = (
  { values, sourceColumns }: RawRecord,
  currency: string,
  middle: string,
  column: number,
): RawRecord => ({
  values: { ...values, quote: currency, middle },
  sourceColumns: { ...sourceColumns, quote: [column], middle: [column] },
});

const toEmptyDayRecords = oneRecordPerRow({
  values: {},
  refusals: [{ rule: 'noRecord', columns: ['Date'], when: () => true }],
});

export const ecbRates: Preset = {
  key: 'ecb-rates',
  entity: 'rate_board',
  label: { 'zh-CN': '欧洲央行参考汇率', en: 'ECB reference rates' },
  source: 'https://www.ecb.europa.eu/stats/eurofxref/',
  licence: 'Reuse with the source named',
  recognises: ({ columns: [first = '', ...others] }) =>
    first.trim() === 'Date' && others.length > 1 && others.every((name) => isCurrencyCode(name.trim()) || !name.trim()),
  records: (row) => {
    const day = toDayRecord(row);
    const rates = row.columns.flatMap((column, index) => {
      const middle = isCurrencyCode(column) ? row.get(column) : '';
      return middle === '' || middle === 'N/A' ? [] : toRateRecord(day, column, middle, index);
    });
    return rates.length > 0 ? rates : toEmptyDayRecords(row);
  },
};
