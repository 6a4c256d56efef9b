import { createRequire } from 'node:module';
import type { Countries, Country } from 'world-countries';
import { continentOf, regionOf } from './country-geography.ts';
import { moneyOf } from './country-money.ts';
import { namesOf } from './country-names.ts';
import { insertRecords } from './insert-records.ts';
import { localesOf, type StarterRecord } from './records.ts';
import type { Seed } from './seed.ts';

// The package's ES module imports its JSON without the attribute Node asks for; its CommonJS one works everywhere.
const countries: Countries = createRequire(import.meta.url)('world-countries');

function starterRecord(source: Country): StarterRecord {
  const names = namesOf(source.cca2);
  return {
    fields: {
      code: source.cca2,
      name: source.name.common,
      alpha3Code: source.cca3,
      continent: continentOf(source),
      region: regionOf(source),
      ...moneyOf(source),
      locales: localesOf(names.zh, names.en),
    },
    // Kosovo's code is one of those that ISO 3166-1 leaves to its users.
    warnings: source.status === 'user-assigned' ? [{ pointer: '/code', rule: 'notIso3166' }] : [],
  };
}

export const country: Seed = {
  name: `${countries.length} countries`,
  run: (trx) => insertRecords(trx, { key: 'country' }, countries.map(starterRecord)),
};
