import type { Knex } from 'knex';
import type { Database } from '#database';

const cap = 10_000;

/** How many rows there are, counted no further than the contract says. */
export async function cappedCount(db: Database, rows: Knex.QueryBuilder) {
  const some = rows
    .clone()
    .limit(cap + 1)
    .select(db.raw('1'))
    .as('some');
  const found = Number((await db.count({ n: '*' }).from(some).first())?.n);
  return { total: Math.min(found, cap), totalCapped: found > cap };
}
