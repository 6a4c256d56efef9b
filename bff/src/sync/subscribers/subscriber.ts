import type { Knex } from 'knex';
import { toLabel } from '#crud/references/labels.ts';
import { readIdsByCode } from '#crud/references/reference-paths.ts';
import { type Database, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Subscriber as Caller } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { NO_URL } from '../push/messages.ts';
import { readLanes, type SyncLane, summarizeLanes } from '../status/lanes.ts';

export type Subscriber = Schemas['Subscriber'];
/** A filter as stored, with ids of countries. */
export type StoredFilter = Caller['filter'];

interface SubscriberRow {
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

const ifInFuture = (column: string) => `IF(subscriber.${column} > NOW(3), subscriber.${column}, NULL) AS ${column}`;

/** Reads rows of `subscriber` without secrets and tokens. */
export const readSubscriberRows = (db: Database, subscribers: Knex.QueryBuilder): Promise<SubscriberRow[]> =>
  subscribers.select(
    ...['id', 'name', 'url', 'filter', 'active', 'off_reason', 'version'].map((column) => `subscriber.${column}`),
    ...['create_time', 'update_time', 'created_by', 'updated_by'].map((column) => `subscriber.${column}`),
    ...['earlier_secret_until', 'earlier_token_until'].map((column) => db.raw(ifInFuture(column))),
  );

interface DescribedSubscribers {
  records: Subscriber[];
  labels: Schemas['Labels'];
}

/** Converts rows into the contract's form, with labels of countries. */
export async function toSubscribers(
  db: Database,
  rows: SubscriberRow[],
  lanes: Map<number, SyncLane[]>,
): Promise<DescribedSubscribers> {
  const ids = new Set(rows.flatMap(({ filter }) => parseFilter(filter)?.countries ?? []));
  const countries = await readCountries(db, [...ids]);
  return {
    records: rows.map((row) => toSubscriber(row, lanes.get(row.id) ?? [], countries)),
    labels: countries.labels,
  };
}

const parseFilter = (filter: string | null): StoredFilter => fromJson(filter);

function toSubscriber(row: SubscriberRow, lanes: SyncLane[], countries: Countries): Subscriber {
  const { state, backlog, lastSuccess } = summarizeLanes(lanes);
  return {
    id: row.id,
    name: row.name,
    url: row.url === NO_URL ? null : row.url,
    entities: lanes.map(({ entity }) => entity),
    filter: toFilter(parseFilter(row.filter), countries),
    active: row.active === 1,
    offReason: row.off_reason,
    state,
    backlog,
    lastSuccess,
    earlierSecretUntil: row.earlier_secret_until?.toISOString() ?? null,
    earlierTokenUntil: row.earlier_token_until?.toISOString() ?? null,
    version: row.version,
    createTime: row.create_time.toISOString(),
    updateTime: row.update_time.toISOString(),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
  };
}

function toFilter(filter: StoredFilter, { codeOf }: Countries): Subscriber['filter'] {
  if (!filter) return null;
  const { statuses, countries } = filter;
  const codes = [...new Set(countries?.map(codeOf))].sort();
  return { ...(statuses ? { statuses } : {}), ...(countries ? { countries: codes } : {}) };
}

export interface SubscriberData {
  record: Subscriber;
  labels: Schemas['Labels'];
}

/** Reads a subscriber; undefined if there is none. */
async function readSubscriber(db: Database, id: number): Promise<SubscriberData | undefined> {
  const [rows, lanes] = await Promise.all([
    readSubscriberRows(db, db('subscriber').where('subscriber.id', id)),
    readLanes(db, (query) => query.where('lane.subscriber_id', id)),
  ]);
  const { records, labels } = await toSubscribers(db, rows, lanes);
  const [record] = records;
  return record && { record, labels };
}

/** Reads a subscriber. @throws Problem notFound */
export async function findSubscriber(db: Database, id: number): Promise<SubscriberData> {
  const subscriber = await readSubscriber(db, id);
  if (!subscriber) throw new Problem('notFound');
  return subscriber;
}

/** Locks and reads a subscriber. @throws Problem notFound */
export async function lockSubscriber(trx: Transaction, id: number): Promise<SubscriberData> {
  await trx('subscriber').where('id', id).forUpdate().select('id');
  return findSubscriber(trx, id);
}

/**
 * Returns the distinct ids of countries by code, sorted. The countries are locked, so that none is renamed or deleted before the filter is
 * written. @throws Problem `unknownReference` at each unknown code
 */
export async function resolveCountryIds(trx: Transaction, codes: string[]): Promise<number[]> {
  const references = codes.map((code, index) => ({
    pointer: `/filter/countries/${index}`,
    entityKey: 'country' as const,
    code: code.toUpperCase(),
  }));
  const ids = await readIdsByCode(trx, references);
  const unknownReferences = references.filter(({ code }) => !ids.has(`country ${code}`));
  if (unknownReferences.length > 0)
    throw invalid(...unknownReferences.map(({ pointer }): FieldProblem => ({ pointer, rule: 'unknownReference' })));
  return [...new Set(ids.values())].sort((a, b) => a - b);
}

interface Countries {
  /** Returns the current code of a country, or the last one if it was deleted. */
  codeOf(id: number): string;
  labels: Schemas['Labels'];
}

/** Stands for a country without any trace; no country can have this code. */
const UNKNOWN_CODE = '?';

/** Reads codes and labels of countries with at most two statements. */
async function readCountries(db: Database, ids: number[]): Promise<Countries> {
  const rows = ids.length === 0 ? [] : await db('country').whereIn('id', ids).select('id', 'code', 'name', 'locales');
  const codes = new Map<number, string>(rows.map(({ id, code }) => [id, code]));
  const deletedIds = ids.filter((id) => !codes.has(id));
  // the last row of each counts
  const logRows = db('data_log').where('entity', 'country').whereIn('record_id', deletedIds).orderBy('seq');
  if (deletedIds.length > 0) for (const { record_id, code } of await logRows) codes.set(record_id, code);
  const labels = rows.map(({ code, name, locales }) => [code, toLabel(name, fromJson(locales))]);
  return {
    codeOf: (id) => codes.get(id) ?? UNKNOWN_CODE,
    labels: rows.length > 0 ? { country: Object.fromEntries(labels) } : {},
  };
}
