import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import { hasCode, hasName, ownOrder } from './identity.ts';
import type { Ordering } from './page-of.ts';
import { soughtBy, startQuery } from './search-query.ts';

/** Whether its matches have ranks: by code, then by the beginning of a name. */
export const isRanked = (entity: Entity) => hasCode(entity) && hasName(entity);

/** The pattern of LIKE for codes that begin so. */
export const codesFrom = (q: string): string =>
  q
    .trim()
    .toUpperCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .concat('%');

/** 0 the code itself, 1 a code that begins so, 2 a name that begins or sounds so from its start, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string): Knex.Raw {
  const starts = startQuery(q);
  // a number alone would be the place of a column to order by
  if (!isRanked(entity) || !starts) return db.raw("'3'");
  return db.raw(
    'case when code = ? then 0 when code like ? then 1 when match(search) against (? in boolean mode) then 2 else 3 end',
    [q.trim().toUpperCase(), codesFrom(q), starts],
  );
}

/** Rank first, then how well the words match, then the kind's own order. */
export const bestFirst = (db: Database, entity: Entity, q: string): Ordering[] => [
  { by: matchRank(db, entity, q) },
  { by: db.raw('match(search) against (? in boolean mode)', [soughtBy(q)?.query ?? '']), descending: true },
  ...ownOrder(entity).map((by): Ordering => ({ by })),
];
