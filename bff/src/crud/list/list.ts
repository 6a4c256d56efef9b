import type { Knex } from 'knex';
import { listRecordsAsOf } from '#crud/as-of/list-as-of.ts';
import type { CrudContext, Entity, ListConditions, Row, UpcomingChanges } from '#crud/model.ts';
import { mergeLabels, toLabels } from '#crud/references/labels.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { toValues } from '#crud/rows.ts';
import { type Database, executePrepared, executeUnprepared, type Value } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { resolveMineFilter } from './change-filters.ts';
import { filterByStatus, STATUSES, splitOffStatuses } from './column-filters.ts';
import { peekCounts, putCounts, readCachedCounts } from './count-cache.ts';
import { filteredRows, usesTextSearch } from './filter.ts';
import { idsToMark, listProjection, readProjected } from './list-projection.ts';
import {
  COUNT_COLUMNS,
  countRows,
  direction,
  type ListQuery,
  type Ordering,
  type Page,
  type StatusCount,
  toCounts,
  toOrderings,
  toStatusCounts,
} from './list-query.ts';

/** Reads a page of records with everything that the list shows. The number of statements does not depend on the number of records. */
export async function listRecords(
  crud: CrudContext,
  entity: Entity,
  requestedQuery: ListQuery,
  caller: Caller,
): Promise<Page> {
  const { db } = crud;
  const { asOf } = requestedQuery;
  if (asOf !== undefined) return listRecordsAsOf(crud, entity, { ...requestedQuery, asOf }, caller);
  const query = resolveMineFilter(requestedQuery, caller);
  const { page = 1, pageSize = 20, sort, ...allConditions } = query;
  const { statuses, conditions } = splitOffStatuses(allConditions);
  const rowsOfConditions = await filteredRows(db, entity, query);
  const conditionRows = { entity, key: conditionsKey(entity, conditions), conditions, rows: rowsOfConditions };
  const find = usesTextSearch(query) ? findBySearch : findByFilters;
  const [{ rows, statusCounts }, review] = await Promise.all([
    find(db, entity, conditionRows, toOrderings(db, entity, query), { page, pageSize, statuses, callerId: caller.id }),
    crud.reviewSetting(entity.key),
  ]);
  const [{ stored, referencedRecords, proposals, contributedIds }, { upcoming, labels: upcomingLabels }] =
    await Promise.all([readProjected(db, entity, rows), readUpcoming(crud, entity, idsToMark(rows), caller)]);
  const items = stored.map(({ record }) => record);
  const labels = toLabels(entity, stored.map(toValues), referencedRecords, caller);
  const counts = toCounts(statusCounts);
  const total = (statuses ?? STATUSES).reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return {
    items,
    total,
    page,
    pageSize,
    counts,
    labels: mergeLabels(labels, upcomingLabels),
    proposals,
    upcoming,
    ownWork: needsSecondPerson(review) ? contributedIds : [],
  };
}

/** Reads what dated change sets will do to records; where there are none, it needs no statement. */
export const readUpcoming = async (
  crud: Pick<CrudContext, 'readUpcomingChanges'>,
  entity: Entity,
  recordIds: number[],
  caller: Caller,
): Promise<UpcomingChanges> =>
  recordIds.length === 0 ? { upcoming: [], labels: {} } : crud.readUpcomingChanges(entity, recordIds, caller);

interface RowsWithCounts {
  rows: Row[];
  statusCounts: StatusCount[];
}

/** The conditions of a list except for the status, as a cache key and as a query. */
interface ConditionsQuery {
  entity: Entity;
  key: string;
  conditions: ListConditions;
  rows: () => Knex.QueryBuilder;
}

type FindRows = (
  db: Database,
  entity: Entity,
  conditions: ConditionsQuery,
  orderings: Ordering[],
  page: PageRequest,
) => Promise<RowsWithCounts>;

const conditionsKey = ({ key }: Entity, conditions: ListConditions): string => `${key} ${JSON.stringify(conditions)}`;

/** Counts the rows by status for the tabs; large counts may be four seconds old. */
const countStatuses = (db: Database, { entity, key, conditions, rows }: ConditionsQuery): Promise<StatusCount[]> =>
  readCachedCounts<StatusCount>(db, key, () => countRows(entity, rows(), conditions));

/** Counts the rows of an entity's list by status, using the same cache key, so that both show the same numbers. */
export async function countList(
  db: Database,
  entity: Entity,
  filters: ListConditions = {},
): Promise<Schemas['Counts']> {
  const conditions = { ...entity.defaultConditions, ...filters };
  const countFiltered = async () => countRows(entity, (await filteredRows(db, entity, conditions))(), conditions);
  return toCounts(await readCachedCounts<StatusCount>(db, conditionsKey(entity, conditions), countFiltered));
}

/** Reads a page and the counts by status in separate statements. */
const findByFilters: FindRows = async (db, entity, conditions, orderings, page) => {
  const [rows, statusCounts] = await Promise.all([
    readPage(db, entity, conditions.rows(), orderings, page),
    countStatuses(db, conditions),
  ]);
  return { rows, statusCounts };
};

/** Reads a page of search results; unless the counts are cached, the same statement computes them. */
const findBySearch: FindRows = async (db, entity, conditions, orderings, page) => {
  const cachedCounts = peekCounts<StatusCount>(db, conditions.key);
  if (cachedCounts)
    return { rows: await readPage(db, entity, conditions.rows(), orderings, page), statusCounts: await cachedCounts };
  const time = Date.now();
  const rows = await readPage(db, entity, conditions.rows(), orderings, page, true);
  // an empty page has no row with the counts
  if (rows.length === 0 && (page.page > 1 || page.statuses))
    return { rows, statusCounts: await countStatuses(db, conditions) };
  const statusCounts = toStatusCounts(rows[0]);
  putCounts(db, conditions.key, statusCounts, time);
  return { rows, statusCounts };
};

/** The requested page, optionally of some statuses, and the caller. */
interface PageRequest {
  page: number;
  pageSize: number;
  statuses: Schemas['Status'][] | undefined;
  callerId: number;
}

/**
 * Reads a page of these rows with the columns of `listProjection`. An inner query finds the ids of the page, by indexes if possible, so
 * that only those rows are read in full. `withCounts` adds the counts by status to each row.
 */
async function readPage(
  db: Database,
  entity: Entity,
  matches: Knex.QueryBuilder,
  orderings: Ordering[],
  { page, pageSize, statuses, callerId }: PageRequest,
  withCounts = false,
): Promise<Row[]> {
  const { table } = entity;
  const ordered = orderings.map((ordering, at) => ({ ...ordering, column: `order_${at}` }));
  matches.select(`${table}.id`);
  for (const { expression, column } of ordered)
    matches.select(db.raw('(?) as ??', [typeof expression === 'string' ? db.ref(expression) : expression, column]));
  if (withCounts) matches.select(`${table}.status`, db.raw(COUNT_COLUMNS));
  // rows with other statuses are counted as well, so the status is filtered outside
  const ids = withCounts && statuses ? db.from(matches.as('found')).select('found.*') : matches;
  if (statuses) filterByStatus(ids, statuses);
  ids.orderBy(ordered.map((ordering) => ({ column: ordering.column, order: direction(ordering) })));
  const { columns, joins } = listProjection(entity);
  const order = ordered.map((ordering) => `page.${ordering.column} ${direction(ordering)}`).join(', ');
  const { sql, bindings } = ids.toSQL().toNative();
  const text = `SELECT ${withCounts ? 'page.*, ' : ''}${columns}
    FROM (${sql} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS page
    STRAIGHT_JOIN \`${table}\` AS own ON own.id = page.id ${joins} ORDER BY ${order}`;
  // the cast: Knex has expanded lists and inner queries, so only plain values remain
  const values = [...(bindings as Value[]), callerId];
  // only the first page is prepared: other pages would fill the statement cache, and MariaDB sometimes sorts all rows for them
  return page === 1 ? executePrepared(db, text, values) : executeUnprepared(db, text, values);
}
