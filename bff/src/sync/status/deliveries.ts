import type { Knex } from 'knex';
import { cappedTotal, countCapped, type Database, fromJson } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import { mayReadChanges, type Reader } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { changeMessage, toDisplayedRequest } from '../push/messages.ts';

type Delivery = Schemas['Delivery'];
type DeliveryDetail = Schemas['DeliveryFoundAnswer']['data'];
type DeliveryListRow = Record<string, unknown> & { id: number; time: Date; next_time: Date | null };

const LISTED_COLUMNS = [
  ...['id', 'time', 'kind', 'outcome', 'entity', 'position', 'message_id', 'attempt', 'duration', 'status', 'error'],
  ...['reason', 'actor', 'next_time'],
].map((column) => `delivery.${column}`);

/** Reads deliveries with their changes, unless retention has removed those. */
const readWithChanges = (deliveries: Knex.QueryBuilder): Promise<DeliveryListRow[]> =>
  deliveries
    .leftJoin({ feed: 'change_feed' }, 'feed.position', 'delivery.position')
    .leftJoin({ log: 'data_log' }, 'log.seq', 'feed.seq')
    .select(...LISTED_COLUMNS, CHANGE_COLUMNS);

/** Reads the newest deliveries of a query. */
export async function readNewestDeliveries(
  deliveries: Knex.QueryBuilder,
  limit: number,
  reader: Reader,
): Promise<Delivery[]> {
  const rows = await readWithChanges(deliveries.orderBy('delivery.id', 'desc').limit(limit));
  return rows.map((row) => toDelivery(row, reader));
}

/** Reads a page of deliveries, newest first; `cursor` is the id of the last delivery seen. */
export async function readDeliveryPage(
  db: Database,
  subscriberId: number,
  query: Query<'listDeliveries'>,
  reader: Reader,
) {
  const { cursor, limit = 20, entity, outcome } = query;
  const filteredDeliveries = () => {
    const deliveries = db('delivery').where('delivery.subscriber_id', subscriberId);
    if (entity) deliveries.where('delivery.entity', entity);
    if (outcome) deliveries.where('delivery.outcome', outcome);
    return deliveries;
  };
  const remaining = filteredDeliveries();
  if (cursor) remaining.where('delivery.id', '<', cursor);
  const [items, count] = await Promise.all([
    readNewestDeliveries(remaining, limit + 1, reader),
    countCapped(db, filteredDeliveries()),
  ]);
  const page = items.slice(0, limit);
  const nextCursor = items.length > limit ? String(page.at(-1)?.id) : null;
  return { items: page, nextCursor, ...cappedTotal(count) };
}

/** Reads a delivery, with request and response if the reader may read the record. @throws Problem notFound */
export async function findDelivery(
  db: Database,
  subscriberId: number,
  id: number,
  reader: Reader,
): Promise<DeliveryDetail> {
  const where = { 'delivery.subscriber_id': subscriberId, 'delivery.id': id };
  const matchingDeliveries = db('delivery').join('subscriber', 'subscriber.id', 'delivery.subscriber_id').where(where);
  const [row] = await readWithChanges(
    matchingDeliveries.select('delivery.request', 'delivery.answer', 'subscriber.url', 'subscriber.filter'),
  );
  if (!row) throw new Problem('notFound');
  const delivery = toDelivery(row, reader);
  // a receiver's response may contain the record
  if (delivery.entity && !mayReadChanges(reader, delivery.entity)) return { delivery, request: null, answer: null };
  return {
    delivery,
    request: await readRequest(db, row),
    answer: row.answer === null ? null : String(row.answer),
  };
}

/** Rebuilds the request with the current URL; null if nothing was sent or the change was removed. */
async function readRequest(
  db: Database,
  { position, time, ...row }: DeliveryListRow,
): Promise<DeliveryDetail['request']> {
  if (typeof row.request === 'string') return fromJson(row.request);
  if (row.outcome === 'skipped' || typeof position !== 'number') return null;
  const [change] = await readFeedRows(db, { after: position - 1, limit: 1 });
  if (change?.position !== position) return null;
  const filter = await loadChangeFilter(db, fromJson(row.filter));
  // if the current filter excludes the record, it was sent before the filter was changed
  const item = toChangeItem(change, filter) ?? toChangeItem(change);
  return item && toDisplayedRequest(changeMessage(item), String(row.url), time);
}

const toDelivery = (row: DeliveryListRow, reader: Reader): Delivery => {
  // the cast: only this service writes these columns
  const { kind, outcome, entity, position, attempt, duration, status, error, reason, actor } = row as DeliveryListRow &
    Delivery;
  return {
    id: row.id,
    time: row.time.toISOString(),
    kind,
    outcome,
    entity,
    position,
    record: toChangedRecord(row, reader),
    messageId: String(row.message_id),
    attempt,
    duration,
    status,
    error,
    reason,
    actor,
    nextTime: row.next_time?.toISOString() ?? null,
  };
};

type ChangedRecord = Schemas['ChangedRecord'];

/** Columns for `toChangedRecord` of `change_feed` as `feed` and `data_log` as `log`. */
export const CHANGE_COLUMNS = {
  changePosition: 'feed.position',
  changeEntity: 'feed.entity',
  recordId: 'feed.record_id',
  code: 'log.code',
  action: 'log.action',
  version: 'log.version',
};

type ChangedRow = Record<string, unknown>;

/** Converts the change of a row; null if there is none. Readers without permission do not see the code. */
export function toChangedRecord(row: ChangedRow, reader: Reader): ChangedRecord | null {
  const { changePosition: position, changeEntity: entity, recordId, code, action, version } = row;
  if (position === null || version === null) return null;
  // the cast: the sequencer and the log have written these columns
  const changedRecord = { position, entity, recordId, code, action, version } as ChangedRecord;
  return mayReadChanges(reader, changedRecord.entity) ? changedRecord : { ...changedRecord, code: null };
}

/** Queries the changes that a lane has not finished, in order. */
export function queryUnfinishedChanges(
  db: Database,
  { entity, position, deliveredAhead }: { entity: string; position: number; deliveredAhead: number[] },
): Knex.QueryBuilder {
  const changes = db({ feed: 'change_feed' }).where('feed.entity', entity).where('feed.position', '>', position);
  return changes.whereNotIn('feed.position', deliveredAhead).orderBy('feed.position');
}
