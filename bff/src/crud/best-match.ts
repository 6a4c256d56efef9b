import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import { hasCode, hasName, ownOrder } from './identity.ts';
import type { Ordering } from './page-of.ts';
import { soughtBy, soundQuery } from './search-query.ts';

/** 0 the code itself, 1 a code that begins so, 2 a name that begins or sounds so from its start, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string): Knex.Raw {
  // a number alone would be the place of a column to order by
  if (!hasCode(entity) || !hasName(entity)) return db.raw("'3'");
  const sought = q.trim();
  const begins = `${sought.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const sounds = soundQuery(q);
  return db.raw(
    `case when code = ? then 0 when code like ? then 1 when name like ? or locales like ?${
      sounds ? ' or match(search) against (? in boolean mode)' : ''
    } then 2 else 3 end`,
    [sought.toUpperCase(), begins.toUpperCase(), begins, `%"${begins}`, ...(sounds ? [sounds] : [])],
  );
}

/** Rank first, then how well the words match, then the kind's own order. */
export const bestFirst = (db: Database, entity: Entity, q: string): Ordering[] => [
  { by: matchRank(db, entity, q) },
  { by: db.raw('match(search) against (? in boolean mode)', [soughtBy(q)?.query ?? '']), descending: true },
  ...ownOrder(entity).map((by): Ordering => ({ by })),
];
