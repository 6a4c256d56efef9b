import { createRequire } from 'node:module';
import type { Countries, Country } from 'world-countries';
import { continentOf, regionOf } from './country-geography.ts';
import { moneyOf } from './country-money.ts';
import { namesOf } from './country-names.ts';
import { insertRecords, type StarterRecord } from './insert-records.ts';
import type { Seed } from './seed.ts';

// The package's ES module imports its JSON without the attribute Node asks for; its CommonJS one works everywhere.
const countries: Countries = createRequire(import.meta.url)('world-countries');

function starterRecord(source: Country): StarterRecord {
  const names = namesOf(source.cca2);
  const { currency, symbol } = moneyOf(source);
  const plain = {
    name: source.name.common,
    continent: continentOf(source),
    region: regionOf(source),
    currency,
    symbol,
  };
  const locales = { 'zh-CN': { name: names.zh }, en: { name: names.en } };
  const { name, ...rest } = plain;
  return {
    code: source.cca2,
    row: { ...plain, alpha3_code: source.cca3, locales: JSON.stringify(locales) },
    contract: { name, alpha3Code: source.cca3, ...rest, locales },
    // Kosovo's code is one of those that ISO 3166-1 leaves to its users.
    warnings: source.status === 'user-assigned' ? [{ pointer: '/code', rule: 'notIso3166' }] : [],
  };
}

export const country: Seed = {
  name: `${countries.length} countries`,
  run: (trx) => insertRecords(trx, 'country', 'country', countries.map(starterRecord)),
};
