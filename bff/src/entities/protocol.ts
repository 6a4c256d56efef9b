import { defineEntity } from '#crud/entity.ts';
import type { RowFilter } from '#crud/model.ts';
import type { Schemas } from '#http/contract.ts';

const SOON_DAYS = 30;
/** The last that a column of dates holds. */
const LAST_DAY = '9999-12-31';

const utcToday = () => new Date().toISOString().slice(0, 10);

function addDays(dayFromToday: string, days: number): string {
  const date = new Date(dayFromToday);
  date.setUTCDate(date.getUTCDate() + days);
  return date.getUTCFullYear() > 9999 ? LAST_DAY : date.toISOString().slice(0, 10);
}

/** Where a day stands in an agreement's life; its last day counts. */
const validities: Record<Schemas['Validity'], (today: string) => RowFilter> = {
  upcoming: (today) => (rows) => rows.where('valid_from', '>', today),
  running: (today) => (rows) =>
    rows
      .where((from) => from.whereNull('valid_from').orWhere('valid_from', '<=', today))
      .where((to) => to.whereNull('valid_to').orWhere('valid_to', '>=', today)),
  ending: (today) => (rows) => rows.whereBetween('valid_to', [today, addDays(today, SOON_DAYS)]),
  expired: (today) => (rows) => rows.where('valid_to', '<', today),
};

export const protocol = defineEntity({
  key: 'protocol',
  singular: 'Protocol',
  plural: 'Protocols',
  customFilters: {
    // the contract lets no other values in
    validity: (_, value, { today }) => validities[value as Schemas['Validity']]((today as string) ?? utcToday()),
  },
});
