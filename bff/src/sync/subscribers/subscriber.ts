import type { Knex } from 'knex';
import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Subscriber as Caller } from '#http/operation-types.ts';
import { readLanes } from '../status/lanes.ts';
import { type SyncLane, sumUp } from '../status/state.ts';
import { type Countries, readCountries } from './countries.ts';

export type Subscriber = Schemas['Subscriber'];
/** As it is stored: countries by their ids. */
export type StoredFilter = Caller['filter'];

export interface SubscriberRow {
  id: number;
  name: string;
  url: string;
  filter: string | null;
  active: number;
  off_reason: Subscriber['offReason'];
  earlier_secret_until: Date | null;
  earlier_token_until: Date | null;
  version: number;
  create_time: Date;
  update_time: Date;
  created_by: string;
  updated_by: string;
}

const ahead = (column: string) => `IF(subscriber.${column} > NOW(3), subscriber.${column}, NULL) AS ${column}`;

/** Rows of a query of `subscriber` without secrets and tokens. */
export const readRows = (db: Database, subscribers: Knex.QueryBuilder): Promise<SubscriberRow[]> =>
  subscribers.select(
    ...['id', 'name', 'url', 'filter', 'active', 'off_reason', 'version'].map((column) => `subscriber.${column}`),
    ...['create_time', 'update_time', 'created_by', 'updated_by'].map((column) => `subscriber.${column}`),
    ...['earlier_secret_until', 'earlier_token_until'].map((column) => db.raw(ahead(column))),
  );

export interface Described {
  records: Subscriber[];
  labels: Schemas['Labels'];
}

/** Rows in the contract's form, with their countries' names. */
export async function describe(
  db: Database,
  rows: SubscriberRow[],
  lanes: Map<number, SyncLane[]>,
): Promise<Described> {
  const ids = new Set(rows.flatMap(({ filter }) => filterOf(filter)?.countries ?? []));
  const countries = await readCountries(db, [...ids]);
  return {
    records: rows.map((row) => toSubscriber(row, lanes.get(row.id) ?? [], countries)),
    labels: countries.labels,
  };
}

const filterOf = (filter: string | null): StoredFilter => fromJson(filter);

function toSubscriber(row: SubscriberRow, lanes: SyncLane[], countries: Countries): Subscriber {
  const { state, backlog, lastSuccess } = sumUp(lanes);
  return {
    ...{ id: row.id, name: row.name, url: row.url, entities: lanes.map(({ entity }) => entity) },
    ...{ filter: toFilter(filterOf(row.filter), countries), active: row.active === 1, offReason: row.off_reason },
    ...{ state, backlog, lastSuccess },
    earlierSecretUntil: row.earlier_secret_until?.toISOString() ?? null,
    earlierTokenUntil: row.earlier_token_until?.toISOString() ?? null,
    ...{ version: row.version, createTime: row.create_time.toISOString(), updateTime: row.update_time.toISOString() },
    ...{ createdBy: row.created_by, updatedBy: row.updated_by },
  };
}

function toFilter(filter: StoredFilter, { codeOf }: Countries): Subscriber['filter'] {
  if (!filter) return null;
  const { statuses, countries } = filter;
  const codes = [...new Set(countries?.map(codeOf))].sort();
  return { ...(statuses ? { statuses } : {}), ...(countries ? { countries: codes } : {}) };
}

export interface Found {
  record: Subscriber;
  labels: Schemas['Labels'];
}

/** One subscriber; undefined where there is none. */
export async function readSubscriber(db: Database, id: number): Promise<Found | undefined> {
  const [rows, lanes] = await Promise.all([
    readRows(db, db('subscriber').where('subscriber.id', id)),
    readLanes(db, (query) => query.where('lane.subscriber_id', id)),
  ]);
  const { records, labels } = await describe(db, rows, lanes);
  const [record] = records;
  return record && { record, labels };
}
