import { insertRecords } from './insert-records.ts';
import { localesOf } from './records.ts';
import type { Seed } from './seed.ts';
import { readTsv } from './tsv.ts';

const cabins = readTsv('cabins', ['code', 'name', 'zh', 'cabinClass', 'bookingClasses', 'order'], ['airline']);

export const cabin: Seed = {
  name: `${cabins.length} cabins`,
  async run(trx) {
    const records = cabins.map(({ zh, bookingClasses, order, ...rest }) => ({
      fields: {
        ...rest,
        // In the order in which the form writes them.
        bookingClasses: bookingClasses.split('').sort(),
        order: Number(order),
        locales: localesOf(zh, rest.name),
      },
    }));
    await insertRecords(trx, { key: 'cabin', references: { airline: 'airline' } }, records);
  },
};
