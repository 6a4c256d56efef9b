import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import { hasCode, hasName, ownOrder } from './identity.ts';
import type { Ordering } from './page-of.ts';
import { soughtBy, startQuery } from './search-query.ts';

/** 0 the code itself, 1 a code that begins so, 2 a name that begins or sounds so from its start, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string): Knex.Raw {
  const starts = startQuery(q);
  // a number alone would be the place of a column to order by
  if (!hasCode(entity) || !hasName(entity) || !starts) return db.raw("'3'");
  const sought = q.trim().toUpperCase();
  return db.raw(
    'case when code = ? then 0 when code like ? then 1 when match(search) against (? in boolean mode) then 2 else 3 end',
    [sought, `${sought.replaceAll(/[\\%_]/g, '\\$&')}%`, starts],
  );
}

/** Rank first, then how well the words match, then the kind's own order. */
export const bestFirst = (db: Database, entity: Entity, q: string): Ordering[] => [
  { by: matchRank(db, entity, q) },
  { by: db.raw('match(search) against (? in boolean mode)', [soughtBy(q)?.query ?? '']), descending: true },
  ...ownOrder(entity).map((by): Ordering => ({ by })),
];
