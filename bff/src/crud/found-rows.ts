import type { Knex } from 'knex';
import type { Database } from '#database';
import type { Entity } from './entity.ts';
import { type Asked, filtered } from './filter.ts';
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
}

type Find = (db: Database, entity: Entity, asked: Conditions, by: Ordering[], page: PageAsked) => Promise<Found>;

export const conditionsKey = ({ key }: Entity, conditions: Asked): string => `${key} ${JSON.stringify(conditions)}`;

const countRows = (rows: Knex.QueryBuilder): PromiseLike<StatusCount[]> =>
  rows.groupBy('status').select('status').count({ n: '*' });

/** How many there are of each status, at most four seconds ago where there are many: the tabs count under all other conditions. */
export const countStatuses = (db: Database, { key, rows }: Conditions): Promise<StatusCount[]> =>
  keptRows<StatusCount>(db, key, () => countRows(rows()));

/** The same of what a kind's list shows before anybody narrows it, by its own key: both say the same number. */
export const countListed = (db: Database, entity: Entity): Promise<StatusCount[]> =>
  keptRows<StatusCount>(db, conditionsKey(entity, entity.defaultConditions), async () =>
    countRows((await filtered(db, entity, entity.defaultConditions))()),
  );

/** A page, and how many have which status, counted at most four seconds ago where there are many. */
export const listedRows: Find = async (db, entity, asked, by, page) => {
  const [rows, perStatus] = await Promise.all([pageOf(db, entity, asked.rows(), by, page), countStatuses(db, asked)]);
  return { rows, perStatus };
};

/** The same of what texts find: they are looked up once, what is found is counted and ordered in one pass. */
export const searchedRows: Find = async (db, entity, asked, by, page) => {
  const known = knownRows<StatusCount>(db, asked.key);
  if (known) return { rows: await pageOf(db, entity, asked.rows(), by, page), perStatus: await known };
  const time = Date.now();
  const rows = await pageOf(db, entity, asked.rows(), by, page, true);
  // an empty page does not tell of those before it, nor of those with another status
  if (rows.length === 0 && (page.page > 1 || page.status)) return { rows, perStatus: await countStatuses(db, asked) };
  const perStatus = countsOf(rows[0]);
  keepRows(db, asked.key, perStatus, time);
  return { rows, perStatus };
};
