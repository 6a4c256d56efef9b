import type { Checked, Fields } from '#crud/model.ts';
import type { Database } from '#database';
import type { Schemas, Texts } from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import { isInOrNear } from './outline.ts';
import { isZoneOf } from './time-zone.ts';

type Warning = Schemas['Warning'];

/** What is odd about where a place lies, for its country. */
export function placeWarnings({ country, latitude, longitude, timezone }: Fields): Warning[] {
  if (typeof country !== 'string') return [];
  const located = typeof latitude === 'number' && typeof longitude === 'number';
  return [
    ...(located && !isInOrNear(country, latitude, longitude)
      ? [{ pointer: '/latitude', rule: 'outsideCountry' as const }]
      : []),
    ...(typeof timezone === 'string' && !isZoneOf(country, timezone)
      ? [{ pointer: '/timezone', rule: 'timeZoneElsewhere' as const }]
      : []),
  ];
}

/** A city and a country that are both given must agree. */
export async function cityProblems(db: Database, all: Checked[]): Promise<FieldProblem[][]> {
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
const inCities = [
  { table: 'airport', zh: '机场', one: 'airport', many: 'airports' },
  { table: 'eurail_station', zh: '欧洲铁路车站', one: 'European station', many: 'European stations' },
];

type Place = (typeof inCities)[number];

interface CityPlaces {
  id: number;
  now: number | null;
  country: number;
  n: number | string;
}

/** A city does not move to another country than that of what lies in it. */
export async function movedCityProblems(db: Database, all: Checked[]): Promise<FieldProblem[][]> {
  const ids = all.flatMap(({ id, values }) => (id !== undefined && values.refs['/country'] ? [id] : []));
  if (ids.length === 0) return all.map(() => []);
  const found = await Promise.all(inCities.map(async (place) => ({ place, rows: await countriesIn(db, place, ids) })));
  return all.map(({ id, values: { refs } }) => {
    const counts = found.map(({ place, rows }): [Place, number] => {
      const elsewhere = rows.filter(
        (row) => row.id === id && row.now !== refs['/country'] && row.country !== refs['/country'],
      );
      return [place, elsewhere.reduce((sum, { n }) => sum + Number(n), 0)];
    });
    const what = counted(counts.filter(([, count]) => count > 0));
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

function counted(counts: [Place, number][]): Texts | undefined {
  if (counts.length === 0) return undefined;
  return {
    'zh-CN': counts.map(([{ zh }, count]) => `${count} 个${zh}`).join('、'),
    en: counts.map(([{ one, many }, count]) => `${count} ${count === 1 ? one : many}`).join(' and '),
  };
}
