import type { Checked, Fields } from '#crud/entity.ts';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
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
