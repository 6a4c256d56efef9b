import type { Knex } from 'knex';
import { cappedTotal, countCapped, type Database, fromJson } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import type { Schemas } from '#http/contract.ts';
import type { Query } from '#http/operation-types.ts';
import { mayReadChanges, type Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { changeMessage, shownRequest } from '../push/messages.ts';

type Delivery = Schemas['Delivery'];
type DeliveryDetail = Schemas['DeliveryFoundAnswer']['data'];
type DeliveryRow = Record<string, unknown> & { id: number; time: Date; next_time: Date | null };

const LISTED_COLUMNS = [
  ...['id', 'time', 'kind', 'outcome', 'entity', 'position', 'message_id', 'attempt', 'duration', 'status', 'error'],
  ...['reason', 'actor', 'next_time'],
].map((column) => `delivery.${column}`);

/** Deliveries, each with the change that it was of, as long as retention leaves that. */
const readWithChanges = (deliveries: Knex.QueryBuilder): Promise<DeliveryRow[]> =>
  deliveries
    .leftJoin({ feed: 'change_feed' }, 'feed.position', 'delivery.position')
    .leftJoin({ log: 'data_log' }, 'log.seq', 'feed.seq')
    .select(...LISTED_COLUMNS, changedColumns);

/** The newest of a query's deliveries first. */
export async function newestDeliveries(
  deliveries: Knex.QueryBuilder,
  limit: number,
  reader: Reader,
): Promise<Delivery[]> {
  const rows = await readWithChanges(deliveries.orderBy('delivery.id', 'desc').limit(limit));
  return rows.map((row) => toDelivery(row, reader));
}

/** A page, newest first; `cursor` is the id of the last delivery seen. */
export async function deliveryPage(db: Database, subscriberId: number, query: Query<'listDeliveries'>, reader: Reader) {
  const { cursor, limit = 20, entity, outcome } = query;
  const filtered = () => {
    const deliveries = db('delivery').where('delivery.subscriber_id', subscriberId);
    if (entity) deliveries.where('delivery.entity', entity);
    if (outcome) deliveries.where('delivery.outcome', outcome);
    return deliveries;
  };
  const rest = filtered();
  if (cursor) rest.where('delivery.id', '<', cursor);
  const [items, count] = await Promise.all([newestDeliveries(rest, limit + 1, reader), countCapped(db, filtered())]);
  const page = items.slice(0, limit);
  const nextCursor = items.length > limit ? String(page.at(-1)?.id) : null;
  return { items: page, nextCursor, ...cappedTotal(count) };
}

/** A delivery with what was sent and answered, where the reader may read the record; throws `notFound`. */
export async function findDelivery(
  db: Database,
  subscriberId: number,
  id: number,
  reader: Reader,
): Promise<DeliveryDetail> {
  const where = { 'delivery.subscriber_id': subscriberId, 'delivery.id': id };
  const matching = db('delivery').join('subscriber', 'subscriber.id', 'delivery.subscriber_id').where(where);
  const [row] = await readWithChanges(
    matching.select('delivery.request', 'delivery.answer', 'subscriber.url', 'subscriber.filter'),
  );
  if (!row) throw new Problem('notFound');
  const delivery = toDelivery(row, reader);
  // a receiver may well answer what it got
  if (delivery.entity && !mayReadChanges(reader, delivery.entity)) return { delivery, request: null, answer: null };
  return {
    delivery,
    request: await requestOf(db, row),
    answer: row.answer === null ? null : String(row.answer),
  };
}

/** As it was sent, at today's address; null where nothing was sent, or the change is gone. */
async function requestOf(db: Database, { position, time, ...row }: DeliveryRow): Promise<DeliveryDetail['request']> {
  if (typeof row.request === 'string') return fromJson(row.request);
  if (row.outcome === 'skipped' || typeof position !== 'number') return null;
  const [change] = await readFeedRows(db, { after: position - 1, limit: 1 });
  if (change?.position !== position) return null;
  const filter = await loadChangeFilter(db, fromJson(row.filter));
  // what a filter set later keeps away was sent before it was
  const item = toChangeItem(change, filter) ?? toChangeItem(change);
  return item && shownRequest(changeMessage(item), String(row.url), time);
}

const toDelivery = (row: DeliveryRow, reader: Reader): Delivery => {
  // what the columns hold is written by this bff alone
  const { kind, outcome, entity, position, attempt, duration, status, error, reason, actor } = row as DeliveryRow &
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

/** Of a row of `change_feed` as `feed` with its `data_log` as `log`. */
export const changedColumns = {
  changePosition: 'feed.position',
  changeEntity: 'feed.entity',
  recordId: 'feed.record_id',
  code: 'log.code',
  action: 'log.action',
  version: 'log.version',
};

type ChangedRow = Record<string, unknown>;

/** Null where there is no such change; without its code for whoever may not read the kind. */
export function toChangedRecord(row: ChangedRow, reader: Reader): ChangedRecord | null {
  const { changePosition: position, changeEntity: entity, recordId, code, action, version } = row;
  if (position === null || version === null) return null;
  // what the sequencer and the log have written
  const changed = { position, entity, recordId, code, action, version } as ChangedRecord;
  return mayReadChanges(reader, changed.entity) ? changed : { ...changed, code: null };
}

/** The changes of a kind that a lane has not done with, in order. */
export function changesAfter(
  db: Database,
  { entity, position, ahead }: { entity: string; position: number; ahead: number[] },
): Knex.QueryBuilder {
  const changes = db({ feed: 'change_feed' }).where('feed.entity', entity).where('feed.position', '>', position);
  return changes.whereNotIn('feed.position', ahead).orderBy('feed.position');
}
