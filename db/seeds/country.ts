import type { Countries, Country } from 'world-countries';
import world from 'world-countries/countries.json' with { type: 'json' };
import { continentOf, regionOf } from './country-geography.ts';
import { currencyOf } from './country-money.ts';
import { namesOf } from './country-names.ts';
import { entitySeed } from './entity-seed.ts';
import { localesOf, type StarterRecord } from './records.ts';

// Cast: the JSON file is imported directly, because the package's own entry imports it without the attribute that Node requires.
const countries = world as unknown as Countries;

function starterRecord(source: Country): StarterRecord {
  const names = namesOf(source.cca2);
  return {
    fields: {
      code: source.cca2,
      name: source.name.common,
      alpha3Code: source.cca3,
      continent: continentOf(source),
      region: regionOf(source),
      ...currencyOf(source),
      locales: localesOf(names.zh, names.en),
    },
    // Kosovo's code is one of those that ISO 3166-1 leaves to its users.
    warnings: source.status === 'user-assigned' ? [{ pointer: '/code', rule: 'notIso3166' }] : [],
  };
}

export const country = entitySeed(`${countries.length} countries`, { key: 'country' }, () =>
  countries.map(starterRecord),
);

export const continentsByCountry = (): Map<string, string> =>
  new Map(countries.map((source) => [source.cca2, continentOf(source)]));
