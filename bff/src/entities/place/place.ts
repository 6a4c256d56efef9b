import { rawTimeZones } from '@vvo/tzdb';
import { getCountry, getTimezone } from 'countries-and-timezones';
import type { FieldValues, ValuesToCheck } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas, Texts } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import { isInOrNear } from './outline.ts';

type Warning = Schemas['Warning'];

/** Finds warnings about a place whose coordinates or time zone do not match its country. */
export function findPlaceWarnings({ country, latitude, longitude, timezone }: FieldValues): Warning[] {
  if (typeof country !== 'string') return [];
  const hasCoordinates = typeof latitude === 'number' && typeof longitude === 'number';
  return [
    ...(hasCoordinates && !isInOrNear(country, latitude, longitude)
      ? [{ pointer: '/latitude', rule: 'outsideCountry' as const }]
      : []),
    ...(typeof timezone === 'string' && !isTimeZoneOfCountry(country, timezone)
      ? [{ pointer: '/timezone', rule: 'timeZoneElsewhere' as const }]
      : []),
  ];
}

/** Finds records whose city lies in another country. */
export async function findCityProblems(db: Database, valuesToCheck: ValuesToCheck[]): Promise<FieldProblem[][]> {
  const cities = new Set(
    valuesToCheck.flatMap(({ values: { refs } }) => (refs['/country'] ? (refs['/city'] ?? []) : [])),
  );
  const rows =
    cities.size === 0
      ? []
      : await db('city')
          .whereIn('id', [...cities])
          .select('id', 'country_id');
  const countries = new Map(rows.map(({ id, country_id }) => [id, country_id]));
  return valuesToCheck.map(({ values: { refs } }) => {
    const [country, countryOfCity] = [refs['/country'], countries.get(refs['/city'])];
    return country && countryOfCity && countryOfCity !== country ? [{ pointer: '/city', rule: 'otherCountry' }] : [];
  });
}

/** Entities whose records lie in a city and must have the same country. */
const CITY_PLACE_TYPES = [
  { table: 'airport', zh: '机场', singular: 'airport', plural: 'airports' },
  { table: 'eurail_station', zh: '欧洲铁路车站', singular: 'European station', plural: 'European stations' },
];

type CityPlaceType = (typeof CITY_PLACE_TYPES)[number];

interface PlacesOfCity {
  id: number;
  current: number | null;
  country: number;
  n: number | string;
}

/** Finds cities that would move to another country than that of their places. */
export async function findCityCountryProblems(db: Database, valuesToCheck: ValuesToCheck[]): Promise<FieldProblem[][]> {
  const ids = valuesToCheck.flatMap(({ id, values }) => (id !== undefined && values.refs['/country'] ? [id] : []));
  if (ids.length === 0) return valuesToCheck.map(() => []);
  const placesByType = await Promise.all(
    CITY_PLACE_TYPES.map(async (placeType) => ({ placeType, rows: await readCountriesOfPlaces(db, placeType, ids) })),
  );
  return valuesToCheck.map(({ id, before, values: { refs } }) => {
    const isMoved = ({ current }: PlacesOfCity) => (before ? before.refs['/country'] : current) !== refs['/country'];
    const counts = placesByType.map(({ placeType, rows }): [CityPlaceType, number] => {
      const otherRows = rows.filter((row) => row.id === id && isMoved(row) && row.country !== refs['/country']);
      return [placeType, otherRows.reduce((sum, { n }) => sum + Number(n), 0)];
    });
    const placeCounts = describeCounts(counts.filter(([, count]) => count > 0));
    return placeCounts ? [{ pointer: '/country', rule: 'placesElsewhere', parameters: { what: placeCounts } }] : [];
  });
}

/** Counts the places in these cities by country. */
const readCountriesOfPlaces = (db: Database, { table }: CityPlaceType, ids: number[]): Promise<PlacesOfCity[]> =>
  db('city')
    .join(`${table} as place`, 'place.city_id', 'city.id')
    .whereIn('city.id', ids)
    .whereNotNull('place.country_id')
    .groupBy('city.id', 'city.country_id', 'place.country_id')
    .select('city.id', { current: 'city.country_id', country: 'place.country_id' })
    .count({ n: '*' });

function describeCounts(counts: [CityPlaceType, number][]): Texts | undefined {
  if (counts.length === 0) return undefined;
  return {
    'zh-CN': counts.map(([{ zh }, count]) => `${count} 个${zh}`).join('、'),
    en: counts.map(([{ singular, plural }, count]) => `${count} ${count === 1 ? singular : plural}`).join(' and '),
  };
}

// The tz database merges zones whose clocks have agreed since 1970 and keeps links for the others, even across borders
// (Europe/Oslo to Europe/Berlin). People expect the zone of their own country, so such links count as zones; only older
// spellings of the same place are renamed.
const CURRENT_TIME_ZONE_NAMES = new Set(rawTimeZones.map(({ name }) => name));
const RENAMED_TIME_ZONES = new Map(rawTimeZones.flatMap(({ name, group }) => group.map((old) => [old, name] as const)));

// the package looks names up in a plain object, so it also finds `constructor` and the like
const findTimeZone = (name: string) => {
  const zone = getTimezone(name);
  return zone?.name === name ? zone : undefined;
};

/** Returns the current name of a zone; undefined for an unknown zone. */
export function toCurrentTimeZoneName(name: string): string | undefined {
  const zone = findTimeZone(name);
  if (!zone) return undefined;
  if (!zone.deprecated || CURRENT_TIME_ZONE_NAMES.has(name)) return name;
  return RENAMED_TIME_ZONES.get(name) ?? zone.aliasOf ?? undefined;
}

/** Replaces an old name of a zone by the current one; unknown zones stay as they are. */
export function normaliseTimeZone(fields: FieldValues): FieldValues {
  const { timezone } = fields;
  return typeof timezone === 'string' ? { ...fields, timezone: toCurrentTimeZoneName(timezone) ?? timezone } : fields;
}

/** Reports a time zone that the tz database does not have. */
export const findTimeZoneProblems = ({ timezone }: FieldValues): FieldProblem[] =>
  typeof timezone === 'string' && !findTimeZone(timezone) ? [{ pointer: '/timezone', rule: 'unknownTimeZone' }] : [];

/** Whether a country uses this zone; true if the country or the countries of the zone are unknown. */
export function isTimeZoneOfCountry(country: string, timezone: string): boolean {
  if (!getCountry(country)) return true;
  const countries = findTimeZone(timezone)?.countries ?? [];
  return countries.length === 0 || countries.some((singular) => singular === country);
}
