import type { Fields } from '#crud/entity.ts';
import type { Values } from '#crud/rows.ts';
import type { Transaction } from '#database';
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
export async function cityProblems(trx: Transaction, { refs }: Values): Promise<FieldProblem[]> {
  const { '/city': city, '/country': country } = refs;
  if (city === undefined || country === undefined) return [];
  const found = await trx('city').where('id', city).first('country_id');
  const agrees = !found?.country_id || found.country_id === country;
  return agrees ? [] : [{ pointer: '/city', rule: 'otherCountry' }];
}
