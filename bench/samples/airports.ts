import type { Knex } from 'knex';
import { sampleEvenly } from '../measure/sample-evenly.ts';

/** A generated airport as a line of an import file. */
export interface Airport {
  code: string;
  name: string;
  chinese: string;
  country: string;
  city: string;
  continent: string;
  icaoCode: string;
  latitude: string;
  longitude: string;
  timezone: string;
}

/** A position in degrees near which airports are generated. */
export interface CityPosition {
  name: string;
  chinese: string;
  country: string;
  city: string;
  continent: string;
  latitude: number;
  longitude: number;
  timezone: string;
}

const directions = [
  ['North', '北'],
  ['East', '东'],
  ['South', '南'],
  ['West', '西'],
  ['Regional', '支线'],
] as const;
// No assigned ICAO location indicator begins with one of these letters.
const UNUSED_INITIALS = 'IJQX';
const ALPHABET_SIZE = 26;

/** Reads positions near which airports are generated, sampled evenly from the starter set. */
export async function readCityPositions(db: Knex, maxCount = Number.POSITIVE_INFINITY): Promise<CityPosition[]> {
  const positions: CityPosition[] = await db('airport as airport')
    .join('country', 'country.id', 'airport.country_id')
    .join('city', 'city.id', 'airport.city_id')
    .whereNotNull('airport.latitude')
    .where('airport.created_by', 'system')
    .orderBy('airport.code')
    .select({
      name: 'city.name',
      chinese: db.raw('json_value(city.locales, \'$."zh-CN".name\')'),
      country: 'country.code',
      city: 'city.code',
      continent: 'airport.continent',
      latitude: 'airport.latitude',
      longitude: 'airport.longitude',
      timezone: 'airport.timezone',
    });
  return sampleEvenly(positions, maxCount);
}

/** Returns the n-th generated airport, which is the same in every run. */
export function airportAt(cities: CityPosition[], n: number): Airport {
  const city = cities[n % cities.length];
  if (!city) throw new Error('No cities are given.');
  const round = Math.floor(n / cities.length);
  const [direction, chinese] = directions[round % directions.length] ?? directions[0];
  const offset = (seed: number) => (((n * seed) % 2000) - 1000) / 5000;
  return {
    code: `${city.country}-${String(n).padStart(6, '0')}`,
    name: `${city.name} ${direction} Airport ${round}`,
    chinese: `${city.chinese ?? city.name}${chinese}机场${round}`,
    country: city.country,
    city: city.city,
    continent: city.continent,
    timezone: city.timezone,
    icaoCode: icaoIndicator(n),
    latitude: (Number(city.latitude) + offset(7919)).toFixed(6),
    longitude: (Number(city.longitude) + offset(104_729)).toFixed(6),
  };
}

/** Returns a unique location indicator that is not assigned, or an empty text if none is left. */
function icaoIndicator(n: number): string {
  const initial = UNUSED_INITIALS[Math.floor(n / ALPHABET_SIZE ** 3)];
  if (initial === undefined) return '';
  const letter = (exponent: number) =>
    String.fromCharCode(65 + (Math.floor(n / ALPHABET_SIZE ** exponent) % ALPHABET_SIZE));
  return `${initial}${letter(2)}${letter(1)}${letter(0)}`;
}
