import { continentsByCountry } from './country.ts';
import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const airports = readTsv(
  'airports',
  ['code', 'name', 'zh', 'pinyin', 'country', 'city', 'latitude', 'longitude', 'timezone'],
  ['icaoCode'],
);

const kind = { key: 'airport', references: { country: 'country', city: 'city' } };

export const airport = entitySeed(`${airports.length} airports`, kind, () => {
  const continents = continentsByCountry();
  return airports.map(({ zh, latitude, longitude, ...rest }) => ({
    fields: {
      ...rest,
      continent: continents.get(rest.country),
      latitude: Number(latitude),
      longitude: Number(longitude),
      locales: localesOf(zh, rest.name),
    },
  }));
});
