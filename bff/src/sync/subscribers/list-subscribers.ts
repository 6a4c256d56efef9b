import type { Knex } from 'knex';
import { containing, type Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { readLanes, summarizeLanes } from '../status/lanes.ts';
import { readSubscriberRows, toSubscribers } from './subscriber.ts';

type ListQuery = Query<'listSubscribers'>;

const SORT_COLUMNS: Record<string, string> = { name: 'name', createTime: 'create_time', updateTime: 'update_time' };

/**
 * Reads a page of subscribers, with two statements, or up to four if filters name countries. States are derived from lanes, so all subscribers that pass the
 * other filters are read; there are only as many as receiving systems.
 */
export async function listSubscribers(db: Database, query: ListQuery) {
  const { page = 1, pageSize = 20, state, sort = 'name' } = query;
  const rows = await readSubscriberRows(db, filterSubscribers(db, query).modify(orderSubscribers, sort));
  const lanes = await readLanes(db);
  const states = new Map(rows.map(({ id }) => [id, summarizeLanes(lanes.get(id) ?? []).state]));
  const matching = rows.filter(({ id }) => !state || states.get(id) === state);
  const { records, labels } = await toSubscribers(db, matching.slice((page - 1) * pageSize, page * pageSize), lanes);
  return { items: records, total: matching.length, page, pageSize, counts: countByState([...states.values()]), labels };
}

function countByState(states: Schemas['SyncState'][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function filterSubscribers(db: Database, { q, entity }: ListQuery): Knex.QueryBuilder {
  const rows = db('subscriber');
  if (q) {
    const pattern = containing(q);
    // ILIKE is LIKE by the column's own collation
    rows.where((any) => any.whereILike('subscriber.name', pattern).orWhereILike('subscriber.url', pattern));
  }
  if (entity) rows.whereIn('subscriber.id', db('sync_lane').where({ entity }).select('subscriber_id'));
  return rows;
}

function orderSubscribers(rows: Knex.QueryBuilder, sort: string): void {
  // the validator allows only these columns
  const column = SORT_COLUMNS[sort.replace(/^-/, '')] ?? 'name';
  rows.orderBy(`subscriber.${column}`, sort.startsWith('-') ? 'desc' : 'asc').orderBy('subscriber.id');
}
