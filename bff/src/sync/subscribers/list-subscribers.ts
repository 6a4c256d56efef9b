import type { Knex } from 'knex';
import { containing, type Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { readLanes, sumUp } from '../status/lanes.ts';
import { describe, readRows } from './subscriber.ts';

type ListQuery = Query<'listSubscribers'>;

const SORT_COLUMNS: Record<string, string> = { name: 'name', createTime: 'create_time', updateTime: 'update_time' };

/**
 * A page of subscribers, by three statements, or five with countries, however many they are. Their states follow from their lanes, so all that the other
 * filters leave are read: there are as many as systems that listen, not as records.
 */
export async function listSubscribers(db: Database, query: ListQuery) {
  const { page = 1, pageSize = 20, state, sort = 'name' } = query;
  const rows = await readRows(db, filter(db, query).modify(order, sort));
  const lanes = await readLanes(db);
  const states = new Map(rows.map(({ id }) => [id, sumUp(lanes.get(id) ?? []).state]));
  const shown = rows.filter(({ id }) => !state || states.get(id) === state);
  const { records, labels } = await describe(db, shown.slice((page - 1) * pageSize, page * pageSize), lanes);
  return { items: records, total: shown.length, page, pageSize, counts: countOf([...states.values()]), labels };
}

function countOf(states: Schemas['SyncState'][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function filter(db: Database, { q, entity }: ListQuery): Knex.QueryBuilder {
  const rows = db('subscriber');
  if (q) {
    const part = containing(q);
    // ILIKE is LIKE by the column's own collation
    rows.where((either) => either.whereILike('subscriber.name', part).orWhereILike('subscriber.url', part));
  }
  if (entity) rows.whereIn('subscriber.id', db('sync_lane').where({ entity }).select('subscriber_id'));
  return rows;
}

function order(rows: Knex.QueryBuilder, sort: string): void {
  // the validator lets pass these columns only
  const column = SORT_COLUMNS[sort.replace(/^-/, '')] ?? 'name';
  rows.orderBy(`subscriber.${column}`, sort.startsWith('-') ? 'desc' : 'asc').orderBy('subscriber.id');
}
