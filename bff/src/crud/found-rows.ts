import type { Knex } from 'knex';
import type { Database } from '#database';
import { type Best, bestPage } from './best-page.ts';
import type { Entity } from './entity.ts';
import { keepRows, keptRows, knownRows } from './kept-rows.ts';
import { type Ordering, type PageAsked, pageOf } from './page-of.ts';
import type { Row } from './rows.ts';
import { countsOf, type StatusCount } from './status-counts.ts';

export interface Found {
  rows: Row[];
  perStatus: StatusCount[];
}

/** What a list asks for: conditions, as a key and as the rows that meet them, whatever status they have. */
export interface Conditions {
  key: string;
  rows: () => Knex.QueryBuilder;
  /** Of which text the best match comes first, where it is so. */
  best?: Best | undefined;
}

type Find = (db: Database, entity: Entity, asked: Conditions, by: Ordering[], page: PageAsked) => Promise<Found>;

// so that the tabs can count under all other conditions
const counting = (db: Database, { key, rows }: Conditions) =>
  keptRows<StatusCount>(db, key, () => rows().groupBy('status').select('status').count({ n: '*' }));

/** A page, and how many have which status, counted at most four seconds ago where there are many. */
export const listedRows: Find = async (db, entity, asked, by, page) => {
  const [rows, perStatus] = await Promise.all([pageOf(db, entity, asked.rows(), by, page), counting(db, asked)]);
  return { rows, perStatus };
};

// what finds fewer is counted and ordered within a millisecond or two
const many = 200;

/**
 * The same of what texts find: few are looked up once, counted and ordered in one pass; of many, how many they are is at most four
 * seconds old, and the best are read alone.
 */
export const searchedRows: Find = async (db, entity, asked, by, page) => {
  const read = () => (asked.best ? bestPage(db, entity, asked.best, page) : pageOf(db, entity, asked.rows(), by, page));
  const known = knownRows<StatusCount>(db, asked.key);
  if (known) return { rows: await read(), perStatus: await known };
  const time = Date.now();
  const rows = await pageOf(db, entity, asked.rows(), by, page, true);
  // an empty page does not tell of those before it, nor of those with another status
  if (rows.length === 0 && (page.page > 1 || page.status)) return { rows, perStatus: await counting(db, asked) };
  const perStatus = countsOf(rows[0]);
  if (perStatus.reduce((sum, { n }) => sum + Number(n), 0) < many) return { rows, perStatus };
  keepRows(db, asked.key, perStatus, time);
  return { rows: asked.best ? await read() : rows, perStatus };
};
