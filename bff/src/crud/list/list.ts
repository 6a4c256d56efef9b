import type { Knex } from 'knex';
import { columnOf, defaultOrder, fieldOf, hasCode, hasName } from '#crud/entity.ts';
import type { CrudContext, Entity, EntityRecord, ListConditions, Row } from '#crud/model.ts';
import { toLabels } from '#crud/references/labels.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { toValues } from '#crud/rows.ts';
import { type Database, escapeWildcards, executePrepared, executeUnprepared, type Value } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { resolveMineFilter } from './change-filters.ts';
import { filterByStatus, leaveOneValue, STATUSES, splitOffStatuses } from './column-filters.ts';
import { peekCounts, putCounts, readCachedCounts } from './count-cache.ts';
import { filteredRows, toNamePrefixQuery, toSearchQuery, usesTextSearch } from './filter.ts';
import { listProjection, readProjected } from './list-projection.ts';

export interface ListQuery extends ListConditions {
  page?: number;
  pageSize?: number;
  /** Columns, with `-` before one for descending order. */
  sort?: string[];
  status?: Schemas['Status'][];
}

interface Page {
  items: EntityRecord[];
  total: number;
  page: number;
  pageSize: number;
  counts: Schemas['Counts'];
  labels: Schemas['Labels'];
  proposals: Schemas['ProposalMark'][];
  ownWork: number[];
}

/** Reads a page of records with everything that the list shows. The number of statements does not depend on the number of records. */
export async function listRecords(
  crud: CrudContext,
  entity: Entity,
  requestedQuery: ListQuery,
  caller: Caller,
): Promise<Page> {
  const { db } = crud;
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
  const { stored, referencedRecords, proposals, contributedIds } = await readProjected(db, entity, rows);
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
    labels,
    proposals,
    ownWork: needsSecondPerson(review) ? contributedIds : [],
  };
}

/**
 * Returns a total order, so that pages never overlap. Columns of which the filters leave one value are left out: a prepared statement would
 * sort all matches by them, even where a key provides the rest of the order.
 */
function toOrderings(db: Database, entity: Entity, query: ListQuery): Ordering[] {
  const { sort, q } = query;
  // a code is unique only if it is the whole key, unlike that of a cabin
  const unique = hasCode(entity) && entity.keyFields.length === 1 ? 'code' : 'id';
  if (sort) {
    const orderings = sort.map((column) => ({ name: column.replace(/^-/, ''), descending: column.startsWith('-') }));
    const uniqueIndex = orderings.findIndex(({ name }) => name === unique);
    // what follows a unique column has no effect; otherwise the id takes the last direction, so that an index can provide the order
    const needed =
      uniqueIndex === -1
        ? [...orderings, { name: 'id', descending: orderings.at(-1)?.descending ?? false }]
        : orderings.slice(0, uniqueIndex + 1);
    return needed
      .filter(({ name }) => name === unique || !leaveOneValue(entity, query, name))
      .map(({ name, descending }) => ({ expression: sortKey(db, entity, name), descending }));
  }
  const defaultOrderings = q
    ? bestMatchFirst(db, entity, q)
    : defaultOrder(entity)
        .filter((column) => column === unique || !leaveOneValue(entity, query, column))
        .map((column): Ordering => ({ expression: column }));
  return unique === 'code' ? defaultOrderings : [...defaultOrderings, { expression: unique }];
}

/** Returns the column to sort by; for a reference the code that users see instead of its id. */
function sortKey(db: Database, entity: Entity, name: string): Ordering['expression'] {
  const reference = fieldOf(entity, name)?.reference;
  const column = columnOf(entity, name);
  if (!reference) return column;
  return db({ target: reference })
    .where('target.id', db.ref(`${entity.table}.${column}`))
    .select('target.code');
}

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

/** Whether one value of a reference is required, so that a key that begins with the reference has all matches. */
const requiresReference = (entity: Entity, conditions: ListConditions): boolean =>
  entity.fields.some(({ name, reference }) => reference && leaveOneValue(entity, conditions, name));

/** Counts the rows that match conditions by status. */
const countRows = async (
  entity: Entity,
  rows: Knex.QueryBuilder,
  conditions: ListConditions,
): Promise<StatusCount[]> => {
  // Grouping follows a key with the status, which suffices for all rows and for those of a reference. For other conditions each row
  // would be read out of order.
  if (Object.keys(conditions).length === 0 || requiresReference(entity, conditions))
    return rows.groupBy('status').select('status').count({ n: '*' });
  return toStatusCounts(await rows.select(rows.client.raw(STATUS_SUMS)).first());
};

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

/** A column or an expression to sort by. */
interface Ordering {
  expression: string | Knex.Raw | Knex.QueryBuilder;
  descending?: boolean;
}

/** The requested page, optionally of some statuses, and the caller. */
interface PageRequest {
  page: number;
  pageSize: number;
  statuses: Schemas['Status'][] | undefined;
  callerId: number;
}

const direction = ({ descending }: Ordering) => (descending ? 'desc' : 'asc');

/** Sorts rows by all of these. */
export function applyOrderings(rows: Knex.QueryBuilder, orderings: Ordering[]): void {
  for (const ordering of orderings) rows.orderBy(ordering.expression, direction(ordering));
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

/** Ranks matches: 0 equal code, 1 code with this prefix, 2 name with this prefix in writing or pinyin, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string): Knex.Raw {
  const prefixQuery = toNamePrefixQuery(q);
  // a string, as ORDER BY takes a number for the position of a column
  if (!hasCode(entity) || !hasName(entity) || !prefixQuery) return db.raw("'3'");
  const searchText = q.trim().toUpperCase();
  return db.raw(
    'case when code = ? then 0 when code like ? then 1 when match(search) against (? in boolean mode) then 2 else 3 end',
    [searchText, `${escapeWildcards(searchText)}%`, prefixQuery],
  );
}

/** Sorts by rank, then by relevance, then in the entity's default order. */
export const bestMatchFirst = (db: Database, entity: Entity, q: string): Ordering[] => [
  { expression: matchRank(db, entity, q) },
  {
    expression: db.raw('match(search) against (? in boolean mode)', [toSearchQuery(q)?.query ?? '']),
    descending: true,
  },
  ...defaultOrder(entity).map((column): Ordering => ({ expression: column })),
];

interface StatusCount {
  status: Schemas['Status'];
  n: number | string;
}

const countColumn = (status: Schemas['Status']) => `n_${status}`;

const statusSums = (over: string) =>
  STATUSES.map((status) => `SUM(status = '${status}')${over} AS ${countColumn(status)}`).join(', ');

/** Columns with the counts by status. */
const STATUS_SUMS = statusSums('');
/** Columns that add to each row the counts by status of all matches. */
const COUNT_COLUMNS = statusSums(' OVER ()');

/** Reads the values of `COUNT_COLUMNS`. */
const toStatusCounts = (row: Row | undefined): StatusCount[] =>
  STATUSES.map((status) => ({ status, n: Number(row?.[countColumn(status)] ?? 0) })).filter(({ n }) => n > 0);

/** Converts rows of (status, n) into counts by status. */
const toCounts = (rows: StatusCount[]): Schemas['Counts'] =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
