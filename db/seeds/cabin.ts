import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const cabins = readTsv('cabins', ['code', 'name', 'zh', 'cabinClass', 'bookingClasses', 'order'], ['airline']);

export const cabin = entitySeed(`${cabins.length} cabins`, { key: 'cabin', references: { airline: 'airline' } }, () =>
  cabins.map(({ zh, bookingClasses, order, ...rest }) => ({
    fields: {
      ...rest,
      // In the order in which the form writes them.
      bookingClasses: bookingClasses.split('').sort(),
      order: Number(order),
      locales: localesOf(zh, rest.name),
    },
  })),
);
