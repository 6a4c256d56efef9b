import { valuesByCode } from './ids-behind-codes.ts';
import { insertRecords } from './insert-records.ts';
import { localesOf } from './records.ts';
import type { Seed } from './seed.ts';
import { readTsv } from './tsv.ts';

const airports = readTsv(
  'airports',
  ['code', 'name', 'zh', 'pinyin', 'country', 'city', 'latitude', 'longitude', 'timezone'],
  ['icaoCode'],
);

export const airport: Seed = {
  name: `${airports.length} airports`,
  async run(trx) {
    const continents = await valuesByCode<string>(trx, 'country', 'continent');
    const records = airports.map(({ zh, latitude, longitude, ...rest }) => ({
      fields: {
        ...rest,
        continent: continents.get(rest.country),
        latitude: Number(latitude),
        longitude: Number(longitude),
        locales: localesOf(zh, rest.name),
      },
    }));
    await insertRecords(trx, { key: 'airport', references: { country: 'country', city: 'city' } }, records);
  },
};
