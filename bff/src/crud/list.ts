import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { bestFirst } from './best-match.ts';
import type { Crud } from './crud.ts';
import { columnOf, type Entity, type EntityRecord, fieldOf } from './entity.ts';
import { type Asked, filtered, isSearch } from './filter.ts';
import { conditionsKey, listedRows, searchedRows } from './found-rows.ts';
import { isBarring } from './guards.ts';
import { hasCode, ownOrder } from './identity.ts';
import { labelsFrom } from './labels.ts';
import type { Ordering } from './page-of.ts';
import { toValues } from './rows.ts';
import { readShown } from './shown-rows.ts';
import { toCounts } from './status-counts.ts';

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
  const { page = 1, pageSize = 20, status, sort, ...conditions } = query;
  const asked = { key: conditionsKey(entity, conditions), rows: await filtered(db, entity, query) };
  const find = isSearch(query) ? searchedRows : listedRows;
  const [{ rows, perStatus }, review] = await Promise.all([
    find(db, entity, asked, orderings(db, entity, query), { page, pageSize, status, callerId: caller.id }),
    crud.review(entity.key),
  ]);
  const { stored, targets, proposals, ownWork } = await readShown(db, entity, rows);
  const items = stored.map(({ record }) => record);
  const labels = labelsFrom(entity, stored.map(toValues), targets, caller);
  const counts = toCounts(perStatus);
  const total = status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { items, total, page, pageSize, counts, labels, proposals, ownWork: isBarring(review) ? ownWork : [] };
}

/** In an order that no two records share. */
function orderings(db: Database, entity: Entity, { sort, q }: ListQuery): Ordering[] {
  // A code that tells records apart only together with other fields, such as a cabin's, is shared by many.
  const unique = hasCode(entity) && entity.identifying.length === 1 ? 'code' : 'id';
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
