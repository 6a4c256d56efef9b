import type { Knex } from 'knex';
import { sampled } from './sampled.ts';

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
export interface Near {
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
const unusedInitials = 'IJQX';
const letters = 26;

/** Positions near which airports are generated, sampled evenly from the starter set. */
export async function placesOf(db: Knex, most = Number.POSITIVE_INFINITY): Promise<Near[]> {
  const all: Near[] = await db('airport as airport')
    .join('country', 'country.id', 'airport.country_id')
    .join('city', 'city.id', 'airport.city_id')
    .whereNotNull('airport.latitude')
    .where('airport.created_by', 'system')
    .orderBy('airport.code')
    .select({
      ...{ name: 'city.name', chinese: db.raw('json_value(city.locales, \'$."zh-CN".name\')') },
      ...{ country: 'country.code', city: 'city.code', continent: 'airport.continent' },
      ...{ latitude: 'airport.latitude', longitude: 'airport.longitude', timezone: 'airport.timezone' },
    });
  return sampled(all, most);
}

/** The n-th airport, the same at every run. */
export function airportAt(places: Near[], n: number): Airport {
  const place = places[n % places.length];
  if (!place) throw new Error('there is no place to lie near');
  const round = Math.floor(n / places.length);
  const [direction, chinese] = directions[round % directions.length] ?? directions[0];
  const away = (seed: number) => (((n * seed) % 2000) - 1000) / 5000;
  return {
    code: `${place.country}-${String(n).padStart(6, '0')}`,
    name: `${place.name} ${direction} Airport ${round}`,
    chinese: `${place.chinese ?? place.name}${chinese}机场${round}`,
    ...{ country: place.country, city: place.city, continent: place.continent, timezone: place.timezone },
    icaoCode: indicator(n),
    latitude: (Number(place.latitude) + away(7919)).toFixed(6),
    longitude: (Number(place.longitude) + away(104_729)).toFixed(6),
  };
}

/** A unique unassigned location indicator, as long as there are any left. */
function indicator(n: number): string {
  const initial = unusedInitials[Math.floor(n / letters ** 3)];
  if (initial === undefined) return '';
  const letter = (place: number) => String.fromCharCode(65 + (Math.floor(n / letters ** place) % letters));
  return `${initial}${letter(2)}${letter(1)}${letter(0)}`;
}
