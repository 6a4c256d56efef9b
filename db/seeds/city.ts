import { continentsByCountry } from './country.ts';
import { entitySeed } from './entity-seed.ts';
import { localesOf } from './records.ts';
import { readTsv } from './tsv.ts';

const cities = readTsv('cities', ['code', 'name', 'zh', 'country'], ['iataCode', 'cnCode']);

export const city = entitySeed(`${cities.length} cities`, { key: 'city', references: { country: 'country' } }, () => {
  const continents = continentsByCountry();
  return cities.map(({ zh, ...rest }) => ({
    fields: { ...rest, continent: continents.get(rest.country), locales: localesOf(zh, rest.name) },
  }));
});
