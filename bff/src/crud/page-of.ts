import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import type { Row } from './rows.ts';

/** A column, or what is computed of a row, to order by. */
export interface Ordering {
  by: string | Knex.Raw | Knex.QueryBuilder;
  descending?: boolean;
}

const direction = ({ descending }: Ordering) => (descending ? 'desc' : 'asc');

/** Orders rows by all of these. */
export function inOrder(rows: Knex.QueryBuilder, orderings: Ordering[]): void {
  for (const ordering of orderings) rows.orderBy(ordering.by, direction(ordering));
}

/** A page of these rows of a kind's table: which they are is found by keys as far as may be, and those alone are read. */
export function pageOf(
  db: Database,
  { table }: Entity,
  rows: Knex.QueryBuilder,
  orderings: Ordering[],
  { page, pageSize }: { page: number; pageSize: number },
): Promise<Row[]> {
  const ordered = orderings.map((ordering, at) => ({ ...ordering, column: `order_${at}` }));
  const ids = rows.select(`${table}.id`).as('page');
  for (const { by, column } of ordered)
    ids.select(db.raw('(?) as ??', [typeof by === 'string' ? db.ref(by) : by, column]));
  ids
    .orderBy(ordered.map((ordering) => ({ column: ordering.column, order: direction(ordering) })))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return db
    .from(ids)
    .joinRaw('STRAIGHT_JOIN ?? AS own ON own.id = page.id', [table])
    .orderBy(ordered.map((ordering) => ({ column: `page.${ordering.column}`, order: direction(ordering) })))
    .select('own.*');
}
