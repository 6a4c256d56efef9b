import { type Database, fromJson } from '#database';
import type { Reader } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { whereLane } from '../push/lanes.ts';
import { BACKOFF_MS } from '../push/sender.ts';
import { CHANGE_COLUMNS, queryUnfinishedChanges, readNewestDeliveries, toChangedRecord } from './deliveries.ts';
import { BEHIND_MS, type LanePath, readFeedState, readLane } from './lanes.ts';

/** How many deliveries are shown with a lane. */
const MAX_DELIVERIES = 20;

/** Reads a lane with its current change, samples of its lag, and its last deliveries. @throws Problem notFound */
export async function readLaneDetail(
  db: Database,
  { path, query, caller }: Pick<Request<'getSyncLane'>, 'path' | 'query' | 'caller'>,
) {
  const [lane, row, feed, samples, deliveries] = await Promise.all([
    readLane(db, path),
    db('sync_lane')
      .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
      .where(whereLane(path))
      .first('subscriber.id', 'name', 'url', 'active', 'ahead'),
    readFeedState(db),
    readSamples(db, path, query.span ?? 'hour'),
    readNewestDeliveries(db('delivery').where(deliveriesOf(path)), MAX_DELIVERIES, caller),
  ]);
  if (!lane || !row) throw new Problem('notFound');
  const { id, name, url, active, ahead } = row;
  return {
    subscriber: { id, name, url: url || null, active: active === 1 },
    lane,
    head: feed.head,
    oldest: feed.pruned + 1,
    tries: BACKOFF_MS.length + 1,
    behindAfterMs: BEHIND_MS,
    current: await readCurrentChange(db, path, lane.position, fromJson<number[] | null>(ahead) ?? [], caller),
    samples,
    deliveries,
  };
}

const deliveriesOf = ({ subscriberId, entity }: LanePath) => ({
  'delivery.subscriber_id': subscriberId,
  'delivery.entity': entity,
});

async function readCurrentChange(
  db: Database,
  { entity }: LanePath,
  position: number,
  deliveredAhead: number[],
  reader: Reader,
): Promise<Schemas['ChangedRecord'] | null> {
  const change = await queryUnfinishedChanges(db, { entity, position, deliveredAhead })
    .join({ log: 'data_log' }, 'log.seq', 'feed.seq')
    .first(CHANGE_COLUMNS);
  return change ? toChangedRecord(change, reader) : null;
}

type Span = 'hour' | 'day';

/** The length of a span and of its steps, in seconds. */
const SPANS: Record<Span, { length: number; step: number }> = {
  hour: { length: 3600, step: 60 },
  day: { length: 86_400, step: 300 },
};

interface SamplePoint {
  /** Seconds since 1970. */
  at: number;
  lag: number;
  backlog: number;
  delivered: number;
  failing: number;
}

/** Reads the samples of a lane, oldest first: the maxima of each step, and the number of deliveries in it. */
async function readSamples(
  db: Database,
  { subscriberId, entity }: LanePath,
  span: Span,
): Promise<Schemas['SyncSample'][]> {
  const { length, step } = SPANS[span];
  const start = 'FROM_UNIXTIME((UNIX_TIMESTAMP() - ?) DIV ? * ?)';
  const times = [length, step, step];
  const laneSamples = () => db('sync_sample').where({ subscriber_id: subscriberId, entity });
  const [points, sampleBefore]: [SamplePoint[], { delivered: number } | undefined] = await Promise.all([
    laneSamples()
      .whereRaw(`time >= ${start}`, times)
      .groupBy('at')
      .orderBy('at')
      .select(
        db.raw('UNIX_TIMESTAMP(time) DIV ? * ? AS at', [step, step]),
        ...['lag', 'backlog', 'delivered', 'failing'].map((name) => db.raw('MAX(??) AS ??', [name, name])),
      ),
    laneSamples().whereRaw(`time < ${start}`, times).orderBy('time', 'desc').first('delivered'),
  ]);
  let previousDelivered: number = sampleBefore?.delivered ?? points[0]?.delivered ?? 0;
  return points.map(({ at, lag, backlog, delivered, failing }) => {
    const deliveredInStep = delivered - previousDelivered;
    previousDelivered = delivered;
    const time = new Date(Number(at) * 1000).toISOString();
    return { time, lagMs: Number(lag), backlog: Number(backlog), delivered: deliveredInStep, failing: failing === 1 };
  });
}
