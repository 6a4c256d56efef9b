import { valuesByCode } from './ids-behind-codes.ts';
import { insertRecords } from './insert-records.ts';
import { localesOf } from './records.ts';
import type { Seed } from './seed.ts';
import { readTsv } from './tsv.ts';

const cities = readTsv('cities', ['code', 'name', 'zh', 'country'], ['iataCode', 'cnCode']);

export const city: Seed = {
  name: `${cities.length} cities`,
  async run(trx) {
    const continents = await valuesByCode<string>(trx, 'country', 'continent');
    const records = cities.map(({ zh, ...rest }) => ({
      fields: { ...rest, continent: continents.get(rest.country), locales: localesOf(zh, rest.name) },
    }));
    await insertRecords(trx, { key: 'city', references: { country: 'country' } }, records);
  },
};
