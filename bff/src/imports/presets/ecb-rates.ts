import type { Draft } from '../file-model.ts';
import { constant, createDraftMapping, fromCells, oneRecordPerRow } from './draft.ts';
import type { Preset } from './preset.ts';

let frankfurtHourFormat: Intl.DateTimeFormat | undefined;

/** When the rates of a day are published: about 16:00 in Frankfurt (ECB, “Euro foreign exchange reference rates”). */
export function publishedAt(day: string): string {
  // making one takes a while that a start of the service need not
  frankfurtHourFormat ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const summerTime = new Date(`${day}T14:00:00.000Z`);
  return frankfurtHourFormat.format(summerTime) === '16' ? summerTime.toISOString() : `${day}T15:00:00.000Z`;
}

const isCurrency = (column: string) => /^[A-Z]{3}$/.test(column);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-04-13` as it is, and `13 April 2026` of the file of one day as such. */
function dayOf(cell: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(cell) ?? [];
  return day ? `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}` : cell;
}

// what is no day is left as it is, to be refused
const quotedAt = fromCells(['Date'], (cell) => {
  const day = dayOf(cell);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00Z`).toJSON()?.startsWith(day);
  return isDay ? publishedAt(day) : cell;
});

const dayDraft = createDraftMapping({
  values: { base: constant('EUR'), source: constant('ECB'), quotedAt, unit: constant('1') },
});

const rate = ({ values, from }: Draft, currency: string, middle: string, column: number): Draft => ({
  values: { ...values, quote: currency, middle },
  from: { ...from, quote: [column], middle: [column] },
});

const noRatesDraft = oneRecordPerRow({
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
    first.trim() === 'Date' && others.length > 1 && others.every((name) => isCurrency(name.trim()) || !name.trim()),
  records: (row) => {
    const day = dayDraft(row);
    const rates = row.columns.flatMap((column, index) => {
      const middle = isCurrency(column) ? row.get(column) : '';
      return middle === '' || middle === 'N/A' ? [] : rate(day, column, middle, index);
    });
    return rates.length > 0 ? rates : noRatesDraft(row);
  },
};
