import { rawTimeZones } from '@vvo/tzdb';
import { getCountry, getTimezone } from 'countries-and-timezones';
import type { Fields, ValuesToCheck } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas, Texts } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import { isInOrNear } from './outline.ts';

type Warning = Schemas['Warning'];

/** What is odd about where a place lies, for its country. */
export function findPlaceWarnings({ country, latitude, longitude, timezone }: Fields): Warning[] {
  if (typeof country !== 'string') return [];
  const located = typeof latitude === 'number' && typeof longitude === 'number';
  return [
    ...(located && !isInOrNear(country, latitude, longitude)
      ? [{ pointer: '/latitude', rule: 'outsideCountry' as const }]
      : []),
    ...(typeof timezone === 'string' && !isZoneOfCountry(country, timezone)
      ? [{ pointer: '/timezone', rule: 'timeZoneElsewhere' as const }]
      : []),
  ];
}

/** A city and a country that are both given must agree. */
export async function findCityProblems(db: Database, all: ValuesToCheck[]): Promise<FieldProblem[][]> {
  const cities = new Set(all.flatMap(({ values: { refs } }) => (refs['/country'] ? (refs['/city'] ?? []) : [])));
  const rows =
    cities.size === 0
      ? []
      : await db('city')
          .whereIn('id', [...cities])
          .select('id', 'country_id');
  const countries = new Map(rows.map(({ id, country_id }) => [id, country_id]));
  return all.map(({ values: { refs } }) => {
    const [country, of] = [refs['/country'], countries.get(refs['/city'])];
    return country && of && of !== country ? [{ pointer: '/city', rule: 'otherCountry' }] : [];
  });
}

/** What lies in a city, and so in its country where it has one of its own. */
const CITY_PLACE_KINDS = [
  { table: 'airport', zh: '机场', one: 'airport', many: 'airports' },
  { table: 'eurail_station', zh: '欧洲铁路车站', one: 'European station', many: 'European stations' },
];

type Place = (typeof CITY_PLACE_KINDS)[number];

interface CityPlaces {
  id: number;
  now: number | null;
  country: number;
  n: number | string;
}

/** A city does not move to another country than that of what lies in it. */
export async function findCityCountryProblems(db: Database, all: ValuesToCheck[]): Promise<FieldProblem[][]> {
  const ids = all.flatMap(({ id, values }) => (id !== undefined && values.refs['/country'] ? [id] : []));
  if (ids.length === 0) return all.map(() => []);
  const places = await Promise.all(
    CITY_PLACE_KINDS.map(async (place) => ({ place, rows: await countriesIn(db, place, ids) })),
  );
  return all.map(({ id, values: { refs } }) => {
    const counts = places.map(({ place, rows }): [Place, number] => {
      const elsewhere = rows.filter(
        (row) => row.id === id && row.now !== refs['/country'] && row.country !== refs['/country'],
      );
      return [place, elsewhere.reduce((sum, { n }) => sum + Number(n), 0)];
    });
    const what = describeCounts(counts.filter(([, count]) => count > 0));
    return what ? [{ pointer: '/country', rule: 'placesElsewhere', parameters: { what } }] : [];
  });
}

/** The countries of what lies in these cities, with how many lie in each. */
const countriesIn = (db: Database, { table }: Place, ids: number[]): Promise<CityPlaces[]> =>
  db('city')
    .join(`${table} as place`, 'place.city_id', 'city.id')
    .whereIn('city.id', ids)
    .whereNotNull('place.country_id')
    .groupBy('city.id', 'city.country_id', 'place.country_id')
    .select('city.id', { now: 'city.country_id', country: 'place.country_id' })
    .count({ n: '*' });

function describeCounts(counts: [Place, number][]): Texts | undefined {
  if (counts.length === 0) return undefined;
  return {
    'zh-CN': counts.map(([{ zh }, count]) => `${count} 个${zh}`).join('、'),
    en: counts.map(([{ one, many }, count]) => `${count} ${count === 1 ? one : many}`).join(' and '),
  };
}

// The tz database keeps one zone where clocks have agreed since 1970 and links the rest to it, across borders too
// (Europe/Oslo to Europe/Berlin). People expect their own country's zone, so a link counts as a zone of its own where
// it names one; only an older spelling of the same place is renamed.
const CURRENT_ZONE_NAMES = new Set(rawTimeZones.map(({ name }) => name));
const RENAMED_ZONES = new Map(rawTimeZones.flatMap(({ name, group }) => group.map((old) => [old, name] as const)));

// the package looks names up in a plain object, where it also finds `constructor` and the like
const findZone = (name: string) => {
  const zone = getTimezone(name);
  return zone?.name === name ? zone : undefined;
};

/** Today's name of a zone; undefined for what is none. */
export function toCurrentZoneName(name: string): string | undefined {
  const zone = findZone(name);
  if (!zone) return undefined;
  if (!zone.deprecated || CURRENT_ZONE_NAMES.has(name)) return name;
  return RENAMED_ZONES.get(name) ?? zone.aliasOf ?? undefined;
}

/** An old name of a zone gives way to today's; what is no zone stays as it is. */
export function normaliseZone(fields: Fields): Fields {
  const { timezone } = fields;
  return typeof timezone === 'string' ? { ...fields, timezone: toCurrentZoneName(timezone) ?? timezone } : fields;
}

/** What is no zone of the tz database. */
export const findZoneProblems = ({ timezone }: Fields): FieldProblem[] =>
  typeof timezone === 'string' && !findZone(timezone) ? [{ pointer: '/timezone', rule: 'unknownTimeZone' }] : [];

/** Whether a country keeps this zone's time somewhere; true where nothing is known of either. */
export function isZoneOfCountry(country: string, timezone: string): boolean {
  if (!getCountry(country)) return true;
  const countries = findZone(timezone)?.countries ?? [];
  return countries.length === 0 || countries.some((one) => one === country);
}
