import { insertRecords } from './insert-records.ts';
import { localesOf } from './records.ts';
import type { Seed } from './seed.ts';
import { readTsv } from './tsv.ts';

const airlines = readTsv(
  'airlines',
  ['code', 'name', 'zh', 'type', 'country'],
  ['icaoCode', 'iataAccountingCode', 'callsign', 'website'],
);

export const airline: Seed = {
  name: `${airlines.length} airlines`,
  async run(trx) {
    const records = airlines.map(({ zh, ...rest }) => ({ fields: { ...rest, locales: localesOf(zh, rest.name) } }));
    await insertRecords(trx, { key: 'airline', references: { country: 'country' } }, records);
  },
};
