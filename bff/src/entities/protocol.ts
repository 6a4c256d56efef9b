import { defineEntity } from '#crud/entity.ts';
import type { RowFilter } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

const SOON_DAYS = 30;
/** The maximum of a DATE column. */
const LAST_DAY = '9999-12-31';

const utcToday = () => new Date().toISOString().slice(0, 10);

function addDays(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10);
}

const hasBegun =
  (today: string): RowFilter =>
  (rows) =>
    rows.where((start) => start.whereNull('valid_from').orWhere('valid_from', '<=', today));

/** The filters by an agreement's validity on a given day; the last day is inclusive. */
const FILTER_BY_VALIDITY: Record<Schemas['Validity'], (today: string) => RowFilter> = {
  upcoming: (today) => (rows) => rows.where('valid_from', '>', today),
  running: (today) => (rows) =>
    rows.where(hasBegun(today)).where((end) => end.whereNull('valid_to').orWhere('valid_to', '>=', today)),
  ending: (today) => (rows) => rows.where(hasBegun(today)).whereBetween('valid_to', [today, addDays(today, SOON_DAYS)]),
  expired: (today) => (rows) => rows.where('valid_to', '<', today),
};

export const protocol = defineEntity({
  key: 'protocol',
  singular: 'Protocol',
  plural: 'Protocols',
  customFilters: {
    // the casts: the contract allows no other values
    validity: (_, value, { today, asOf }) =>
      FILTER_BY_VALIDITY[value as Schemas['Validity']]((today as string) ?? asOf?.slice(0, 10) ?? utcToday()),
  },
});
