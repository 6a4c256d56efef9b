import type { Knex } from 'knex';
import { columnOf, defaultOrder, fieldOf, hasCode, hasName } from '#crud/entity.ts';
import type { Entity, EntityRecord, ListConditions, Row } from '#crud/model.ts';
import { type Database, escapeWildcards } from '#database';
import type { Schemas } from '#http/contract.ts';
import { leaveOneValue, STATUSES } from './column-filters.ts';
import { toNamePrefixQuery, toSearchQuery } from './filter.ts';

export interface ListQuery extends ListConditions {
  page?: number;
  pageSize?: number;
  /** Columns, with `-` before one for descending order. */
  sort?: string[];
  status?: Schemas['Status'][];
}

export interface Page {
  items: EntityRecord[];
  total: number;
  page: number;
  pageSize: number;
  counts: Schemas['Counts'];
  labels: Schemas['Labels'];
  proposals: Schemas['ProposalMark'][];
  upcoming: Schemas['UpcomingChange'][];
  ownWork: number[];
}

/** A column or an expression to sort by. */
export interface Ordering {
  expression: string | Knex.Raw | Knex.QueryBuilder;
  descending?: boolean;
}

export const direction = ({ descending }: Ordering) => (descending ? 'desc' : 'asc');

/** Sorts rows by all of these. */
export function applyOrderings(rows: Knex.QueryBuilder, orderings: Ordering[]): void {
  for (const ordering of orderings) rows.orderBy(ordering.expression, direction(ordering));
}

/**
 * Returns a total order, so that pages never overlap. Columns of which the filters leave one value are left out: a prepared statement would
 * sort all matches by them, even where a key provides the rest of the order.
 */
export function toOrderings(db: Database, entity: Entity, query: ListQuery): Ordering[] {
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

/** Ranks matches: 0 equal code, 1 code with this prefix, 2 name with this prefix in writing or pinyin, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string, { hasTextIndex = true } = {}): Knex.Raw {
  const prefixQuery = toNamePrefixQuery(q);
  // a string, as ORDER BY takes a number for the position of a column
  if (!hasCode(entity) || !hasName(entity) || !prefixQuery) return db.raw("'3'");
  const searchText = q.trim().toUpperCase();
  const [isNamed, value] = hasTextIndex
    ? ['match(search) against (? in boolean mode)', prefixQuery]
    : ['search regexp ?', `(^| )${prefixQuery.replace('*', '')}`];
  return db.raw(`case when code = ? then 0 when code like ? then 1 when ${isNamed} then 2 else 3 end`, [
    searchText,
    `${escapeWildcards(searchText)}%`,
    value,
  ]);
}

/** Returns a total order for rows from several tables, whose relevance cannot be compared. */
export function toComparableOrderings(db: Database, entity: Entity, { q, ...query }: ListQuery): Ordering[] {
  const orderings = toOrderings(db, entity, query);
  return q && !query.sort
    ? [{ expression: matchRank(db, entity, q, { hasTextIndex: false }) }, ...orderings]
    : orderings;
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

export interface StatusCount {
  status: Schemas['Status'];
  n: number | string;
}

const countColumn = (status: Schemas['Status']) => `n_${status}`;

const statusSums = (over: string) =>
  STATUSES.map((status) => `SUM(status = '${status}')${over} AS ${countColumn(status)}`).join(', ');

/** Columns with the counts by status. */
const STATUS_SUMS = statusSums('');
/** Columns that add to each row the counts by status of all matches. */
export const COUNT_COLUMNS = statusSums(' OVER ()');

/** Reads the values of `COUNT_COLUMNS`. */
export const toStatusCounts = (row: Row | undefined): StatusCount[] =>
  STATUSES.map((status) => ({ status, n: Number(row?.[countColumn(status)] ?? 0) })).filter(({ n }) => n > 0);

/** Converts rows of (status, n) into counts by status. */
export const toCounts = (rows: StatusCount[]): Schemas['Counts'] =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));

/** Whether one value of a reference is required, so that a key that begins with the reference has all matches. */
const requiresReference = (entity: Entity, conditions: ListConditions): boolean =>
  entity.fields.some(({ name, reference }) => reference && leaveOneValue(entity, conditions, name));

/** Counts the rows that match conditions by status. */
export const countRows = async (
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
