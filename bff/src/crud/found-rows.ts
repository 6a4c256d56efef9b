import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import { keepRows, keptRows, knownRows } from './kept-rows.ts';
import { type Ordering, type PageAsked, pageOf } from './page-of.ts';
import type { Row } from './rows.ts';
import { countsOf, type StatusCount } from './status-counts.ts';

type Find = (
  db: Database,
  entity: Entity,
  asked: () => Knex.QueryBuilder,
  by: Ordering[],
  page: PageAsked,
) => Promise<{ rows: Row[]; perStatus: StatusCount[] }>;

// so that the tabs can count under all other conditions
const perStatus = (asked: () => Knex.QueryBuilder) => asked().groupBy('status').select('status').count({ n: '*' });

/** A page, and how many have which status, counted at most four seconds ago where there are many. */
export const listedRows: Find = async (db, entity, asked, by, page) => {
  const [rows, counted] = await Promise.all([
    pageOf(db, entity, asked(), by, page),
    keptRows<StatusCount>(db, perStatus(asked)),
  ]);
  return { rows, perStatus: counted };
};

/** The same of what texts find: they are looked up once, what is found is counted and ordered in one pass. */
export const searchedRows: Find = async (db, entity, asked, by, page) => {
  const query = perStatus(asked);
  const known = knownRows<StatusCount>(db, query);
  if (known) return { rows: await pageOf(db, entity, asked(), by, page), perStatus: await known };
  const time = Date.now();
  const rows = await pageOf(db, entity, asked(), by, page, true);
  // an empty page does not tell of those before it, nor of those with another status
  if (rows.length === 0 && (page.page > 1 || page.status)) return { rows, perStatus: await keptRows(db, query) };
  const counted = countsOf(rows[0]);
  keepRows(db, query, counted, time);
  return { rows, perStatus: counted };
};
