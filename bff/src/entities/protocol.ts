import { defineEntity } from '#crud/entity.ts';
import type { Narrow } from '#crud/filter.ts';
import type { Schemas } from '#http/contract.ts';

const soon = 30;

const day = (offset: number) => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + offset);
  return date.toISOString().slice(0, 10);
};

/** Where today stands in an agreement's life, by UTC; its last day counts. */
const validities: Record<Schemas['Validity'], Narrow> = {
  upcoming: (rows) => rows.where('valid_from', '>', day(0)),
  running: (rows) =>
    rows
      .where((from) => from.whereNull('valid_from').orWhere('valid_from', '<=', day(0)))
      .where((to) => to.whereNull('valid_to').orWhere('valid_to', '>=', day(0))),
  ending: (rows) => rows.whereBetween('valid_to', [day(0), day(soon)]),
  expired: (rows) => rows.where('valid_to', '<', day(0)),
};

export const protocol = defineEntity({
  key: 'protocol',
  singular: 'Protocol',
  plural: 'Protocols',
  narrows: {
    // the contract lets no other value in
    validity: (_, value) => validities[value as Schemas['Validity']],
  },
});
