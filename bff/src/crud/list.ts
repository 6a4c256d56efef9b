import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { bestFirst } from './best-match.ts';
import type { Crud } from './crud.ts';
import { columnOf, type Entity, type EntityRecord, fieldOf } from './entity.ts';
import { type Asked, filtered } from './filter.ts';
import { barredFrom } from './guards.ts';
import { hasCode, ownOrder } from './identity.ts';
import { keptRows } from './kept-rows.ts';
import { labelsFrom } from './labels.ts';
import { type Ordering, pageOf } from './page-of.ts';
import { openProposals, type Proposal } from './proposals.ts';
import { readStored, toValues } from './rows.ts';

export interface ListQuery extends Asked {
  page?: number;
  pageSize?: number;
  sort?: string;
  status?: Schemas['Status'];
}

export interface Page {
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
export async function list(crud: Crud, entity: Entity, query: ListQuery, caller: Caller): Promise<Page> {
  const { db } = crud;
  const { page = 1, pageSize = 20, status } = query;
  const asked = await filtered(db, entity, query);
  const ofStatus = () => asked().modify((rows) => status && rows.where('status', status));
  const [rows, perStatus] = await Promise.all([
    pageOf(db, entity, ofStatus(), orderings(db, entity, query), { page, pageSize }),
    // so that the tabs can count under all other conditions
    keptRows<StatusCount>(db, asked().groupBy('status').select('status').count({ n: '*' })),
  ]);
  const counts = toCounts(perStatus);
  const ids = rows.map(({ id }) => id);
  const [{ stored, targets }, proposals, own] = await Promise.all([
    readStored(db, entity, rows),
    openProposals(db, entity, ids),
    barredFrom(crud, db, entity, ids, caller.id),
  ]);
  const items = stored.map(({ record }) => record);
  const labels = labelsFrom(entity, stored.map(toValues), targets);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { items, total, page, pageSize, counts, labels, proposals: proposals.map(toMark), ownWork: own };
}

interface StatusCount {
  status: Schemas['Status'];
  n: number;
}

/** Rows of (status, n) as counts by status. */
export const toCounts = (rows: StatusCount[]): Schemas['Counts'] =>
  Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));

/** In an order that no two records share. */
function orderings(db: Database, entity: Entity, { sort, q }: ListQuery): Ordering[] {
  const unique = hasCode(entity) ? 'code' : 'id';
  if (sort) {
    const descending = sort.startsWith('-');
    const name = sort.replace(/^-/, '');
    const by = sortKey(db, entity, name);
    // all in one direction, so that a key has them in that order
    return name === unique ? [{ by, descending }] : [by, 'id'].map((each) => ({ by: each, descending }));
  }
  const own = q ? bestFirst(db, entity, q) : ownOrder(entity).map((by): Ordering => ({ by }));
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

const toMark = ({ recordId, action, author, time }: Proposal): Schemas['ProposalMark'] => ({
  id: recordId,
  action,
  by: author,
  time: time.toISOString(),
});
