import type { Knex } from 'knex';
import { type Database, prepared, type Value, written } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Entity } from './entity.ts';
import type { Row } from './rows.ts';
import { shownOf } from './shown-rows.ts';
import { countColumns } from './status-counts.ts';

/** A column, or what is computed of a row, to order by. */
export interface Ordering {
  by: string | Knex.Raw | Knex.QueryBuilder;
  descending?: boolean;
}

/** Which page, of what has this status, for whom. */
export interface PageAsked {
  page: number;
  pageSize: number;
  status: Schemas['Status'] | undefined;
  callerId: number;
}

const direction = ({ descending }: Ordering) => (descending ? 'desc' : 'asc');

/** Orders rows by all of these. */
export function inOrder(rows: Knex.QueryBuilder, orderings: Ordering[]): void {
  for (const ordering of orderings) rows.orderBy(ordering.by, direction(ordering));
}

/**
 * A page of these rows of a kind's table with what is shown of them: which they are is found by keys as far as may be, and those
 * alone are read. Where it is `counted`, each row also says how many there are of each status, found in the same pass.
 */
export async function pageOf(
  db: Database,
  entity: Entity,
  found: Knex.QueryBuilder,
  orderings: Ordering[],
  { page, pageSize, status, callerId }: PageAsked,
  counted = false,
): Promise<Row[]> {
  const { table } = entity;
  const ordered = orderings.map((ordering, at) => ({ ...ordering, column: `order_${at}` }));
  found.select(`${table}.id`);
  for (const { by, column } of ordered)
    found.select(db.raw('(?) as ??', [typeof by === 'string' ? db.ref(by) : by, column]));
  if (counted) found.select(`${table}.status`, db.raw(countColumns));
  // what has another status is counted, too
  const ids = counted && status ? db.from(found.as('found')).select('found.*') : found;
  if (status) ids.where('status', status);
  ids.orderBy(ordered.map((ordering) => ({ column: ordering.column, order: direction(ordering) })));
  const { columns, joins } = shownOf(entity);
  const order = ordered.map((ordering) => `page.${ordering.column} ${direction(ordering)}`).join(', ');
  const { sql, bindings } = ids.toSQL().toNative();
  const text = `SELECT ${counted ? 'page.*, ' : ''}${columns}
    FROM (${sql} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS page
    STRAIGHT_JOIN \`${table}\` AS own ON own.id = page.id ${joins} ORDER BY ${order}`;
  // Knex has put lists and inner queries into its text
  const values = [...(bindings as Value[]), callerId];
  // of further pages there are so many that they would crowd others out, and MariaDB at times sorts all for one that is prepared
  return page === 1 ? prepared(db, text, values) : written(db, text, values);
}
