import type { Knex } from 'knex';
import { type Database, executePrepared, executeText, type Value } from '#database';
import { contract, type Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { getCounts, peekCounts, putCounts } from './count-cache.ts';
import { columnOf, defaultOrder, fieldOf, hasCode, hasName } from './entity.ts';
import { filteredRows, toNamePrefixQuery, toSearchQuery, usesTextSearch } from './filter.ts';
import { labelsFromTargets } from './labels.ts';
import { listProjection, readProjected } from './list-projection.ts';
import type { Crud, Entity, EntityRecord, ListConditions, Row } from './model.ts';
import { toValues } from './rows.ts';
import { needsSecondPerson } from './second-person.ts';

export interface ListQuery extends ListConditions {
  page?: number;
  pageSize?: number;
  sort?: string;
  status?: Schemas['Status'];
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

/** A page of a kind's records with all that it shows, by as many statements however many records it has. */
export async function listRecords(crud: Crud, entity: Entity, query: ListQuery, caller: Caller): Promise<Page> {
  const { db } = crud;
  const { page = 1, pageSize = 20, status, sort, ...conditions } = query;
  const conditionRows = { key: conditionsKey(entity, conditions), rows: await filteredRows(db, entity, query) };
  const find = usesTextSearch(query) ? findBySearch : findByFilters;
  const [{ rows, perStatus }, review] = await Promise.all([
    find(db, entity, conditionRows, orderings(db, entity, query), { page, pageSize, status, callerId: caller.id }),
    crud.review(entity.key),
  ]);
  const { stored, targets, proposals, contributedIds } = await readProjected(db, entity, rows);
  const items = stored.map(({ record }) => record);
  const labels = labelsFromTargets(entity, stored.map(toValues), targets, caller);
  const counts = toCounts(perStatus);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
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

/** In an order that no two records share. */
function orderings(db: Database, entity: Entity, { sort, q }: ListQuery): Ordering[] {
  // A code that tells records apart only together with other fields, such as a cabin's, is shared by many.
  const unique = hasCode(entity) && entity.keyFields.length === 1 ? 'code' : 'id';
  if (sort) {
    const descending = sort.startsWith('-');
    const name = sort.replace(/^-/, '');
    const by = sortKey(db, entity, name);
    // all in one direction, so that a key has them in that order
    return name === unique ? [{ by, descending }] : [by, 'id'].map((each) => ({ by: each, descending }));
  }
  const own = q ? bestMatchFirst(db, entity, q) : defaultOrder(entity).map((by): Ordering => ({ by }));
  return unique === 'code' ? own : [...own, { by: unique }];
}

/** A reference sorts by the code that people see, not by the id in its column. */
function sortKey(db: Database, entity: Entity, name: string): Ordering['by'] {
  const reference = fieldOf(entity, name)?.reference;
  const column = columnOf(entity, name);
  if (!reference) return column;
  return db({ target: reference })
    .where('target.id', db.ref(`${entity.table}.${column}`))
    .select('target.code');
}

interface FoundRows {
  rows: Row[];
  perStatus: StatusCount[];
}

/** What a list asks for: conditions, as a key and as the rows that meet them, whatever status they have. */
interface RowsByConditions {
  key: string;
  rows: () => Knex.QueryBuilder;
}

type FindRows = (
  db: Database,
  entity: Entity,
  asked: RowsByConditions,
  by: Ordering[],
  page: PageRequest,
) => Promise<FoundRows>;

const conditionsKey = ({ key }: Entity, conditions: ListConditions): string => `${key} ${JSON.stringify(conditions)}`;

const countRows = (rows: Knex.QueryBuilder): PromiseLike<StatusCount[]> =>
  rows.groupBy('status').select('status').count({ n: '*' });

/** How many there are of each status, at most four seconds ago where there are many: the tabs count under all other conditions. */
const countStatuses = (db: Database, { key, rows }: RowsByConditions): Promise<StatusCount[]> =>
  getCounts<StatusCount>(db, key, () => countRows(rows()));

/** The same of what a kind's list shows before anybody narrows it, by its own key: both say the same number. */
export const countDefaultList = (db: Database, entity: Entity): Promise<StatusCount[]> =>
  getCounts<StatusCount>(db, conditionsKey(entity, entity.defaultConditions), async () =>
    countRows((await filteredRows(db, entity, entity.defaultConditions))()),
  );

/** A page, and how many have which status, counted at most four seconds ago where there are many. */
const findByFilters: FindRows = async (db, entity, asked, by, page) => {
  const [rows, perStatus] = await Promise.all([readPage(db, entity, asked.rows(), by, page), countStatuses(db, asked)]);
  return { rows, perStatus };
};

/** The same of what texts find: they are looked up once, what is found is counted and ordered in one pass. */
const findBySearch: FindRows = async (db, entity, asked, by, page) => {
  const known = peekCounts<StatusCount>(db, asked.key);
  if (known) return { rows: await readPage(db, entity, asked.rows(), by, page), perStatus: await known };
  const time = Date.now();
  const rows = await readPage(db, entity, asked.rows(), by, page, true);
  // an empty page does not tell of those before it, nor of those with another status
  if (rows.length === 0 && (page.page > 1 || page.status)) return { rows, perStatus: await countStatuses(db, asked) };
  const perStatus = toStatusCounts(rows[0]);
  putCounts(db, asked.key, perStatus, time);
  return { rows, perStatus };
};

/** A column, or what is computed of a row, to order by. */
interface Ordering {
  by: string | Knex.Raw | Knex.QueryBuilder;
  descending?: boolean;
}

/** Which page, of what has this status, for whom. */
interface PageRequest {
  page: number;
  pageSize: number;
  status: Schemas['Status'] | undefined;
  callerId: number;
}

const direction = ({ descending }: Ordering) => (descending ? 'desc' : 'asc');

/** Orders rows by all of these. */
export function applyOrderings(rows: Knex.QueryBuilder, orderings: Ordering[]): void {
  for (const ordering of orderings) rows.orderBy(ordering.by, direction(ordering));
}

/**
 * A page of these rows of a kind's table with what is shown of them: which they are is found by keys as far as may be, and those
 * alone are read. Where it is `counted`, each row also says how many there are of each status, found in the same pass.
 */
async function readPage(
  db: Database,
  entity: Entity,
  found: Knex.QueryBuilder,
  orderings: Ordering[],
  { page, pageSize, status, callerId }: PageRequest,
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
  const { columns, joins } = listProjection(entity);
  const order = ordered.map((ordering) => `page.${ordering.column} ${direction(ordering)}`).join(', ');
  const { sql, bindings } = ids.toSQL().toNative();
  const text = `SELECT ${counted ? 'page.*, ' : ''}${columns}
    FROM (${sql} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS page
    STRAIGHT_JOIN \`${table}\` AS own ON own.id = page.id ${joins} ORDER BY ${order}`;
  // Knex has put lists and inner queries into its text
  const values = [...(bindings as Value[]), callerId];
  // of further pages there are so many that they would crowd others out, and MariaDB at times sorts all for one that is prepared
  return page === 1 ? executePrepared(db, text, values) : executeText(db, text, values);
}

/** 0 the code itself, 1 a code that begins so, 2 a name that begins or sounds so from its start, 3 any other match. */
export function matchRank(db: Database, entity: Entity, q: string): Knex.Raw {
  const starts = toNamePrefixQuery(q);
  // a number alone would be the place of a column to order by
  if (!hasCode(entity) || !hasName(entity) || !starts) return db.raw("'3'");
  const searchText = q.trim().toUpperCase();
  return db.raw(
    'case when code = ? then 0 when code like ? then 1 when match(search) against (? in boolean mode) then 2 else 3 end',
    [searchText, `${searchText.replaceAll(/[\\%_]/g, '\\$&')}%`, starts],
  );
}

/** Rank first, then how well the words match, then the kind's own order. */
export const bestMatchFirst = (db: Database, entity: Entity, q: string): Ordering[] => [
  { by: matchRank(db, entity, q) },
  { by: db.raw('match(search) against (? in boolean mode)', [toSearchQuery(q)?.query ?? '']), descending: true },
  ...defaultOrder(entity).map((by): Ordering => ({ by })),
];

interface StatusCount {
  status: Schemas['Status'];
  n: number | string;
}

// the contract's, as its type has it
const statuses = (contract.components.schemas.Status?.enum ?? []) as Schemas['Status'][];
const countColumn = (status: Schemas['Status']) => `n_${status}`;

/** Columns that say with each row how many of all that is found have which status. */
const countColumns = statuses.map((status) => `SUM(status = '${status}') OVER () AS ${countColumn(status)}`).join(', ');

/** What `countColumns` say. */
const toStatusCounts = (row: Row | undefined): StatusCount[] =>
  statuses.map((status) => ({ status, n: Number(row?.[countColumn(status)] ?? 0) })).filter(({ n }) => n > 0);

/** Rows of (status, n) as counts by status. */
export const toCounts = (rows: StatusCount[]): Schemas['Counts'] =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
