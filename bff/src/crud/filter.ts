import type { Knex } from 'knex';
import type { Database } from '#database';
import { toColumn } from './column-values.ts';
import { columnOf, type Entity, fieldOf } from './entity.ts';
import type { ReferenceList } from './field.ts';
import { matching, soughtBy } from './search-query.ts';

/** What a list's query asks of records, but for their status: what `q` finds, filters by name. */
export interface Asked {
  q?: string;
  [filter: string]: unknown;
}

/** Whether it looks texts up, which costs more than to count and order what is found. */
export const isSearch = ({ q, name }: Asked): boolean => Boolean(q) || Boolean(name);

/** Narrows rows by more than a column. */
export type Narrow = (rows: Knex.QueryBuilder) => void;

/** Makes the rows of a kind's table that a query asks for, anew at each call; what status they have is not asked. */
export async function filtered(db: Database, entity: Entity, query: Asked): Promise<() => Knex.QueryBuilder> {
  const narrows: Narrow[] = [];
  for (const [name, narrow] of Object.entries(entity.narrows ?? {}))
    if (query[name] !== undefined) narrows.push(await narrow(db, query[name], query));
  return () => {
    const rows = byColumns(db, entity, query);
    for (const narrow of narrows) narrow(rows);
    return rows;
  };
}

function byColumns(db: Database, entity: Entity, query: Asked): Knex.QueryBuilder {
  const rows = db(entity.table);
  if (query.q) matching(rows, soughtBy(query.q));
  for (const name of entity.filters) {
    const value = query[name];
    if (value === undefined || value === '') continue;
    const field = fieldOf(entity, name);
    const isCode = field?.isCode || field?.list !== undefined;
    const sought = isCode ? String(value).toUpperCase() : value;
    if (name === 'name') matching(rows, soughtBy(String(value), { namesOnly: true }));
    else if (field?.list) rows.whereIn('id', listing(db, field.list, String(sought)));
    else if (field?.reference) rows.where(field.column, db(field.reference).where('code', String(sought)).select('id'));
    else rows.where({ [columnOf(entity, name)]: field ? toColumn(field, sought) : sought });
  }
  return rows;
}

/** The records that list the one with this code. */
const listing = (db: Database, { table, reference }: ReferenceList, code: string) =>
  db(table).whereIn('target_id', db(reference).where('code', code).select('id')).select('record_id');
