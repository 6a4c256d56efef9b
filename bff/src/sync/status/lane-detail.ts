import { type Database, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import type { Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { whereLane } from '../push/lanes.ts';
import { usualPauses } from '../push/verdict.ts';
import { changedColumns, changesAfter, toChangedRecord } from './changed-record.ts';
import { newestDeliveries } from './deliveries.ts';
import { type LanePath, readLane } from './lanes.ts';
import { readSamples } from './samples.ts';
import { readFeedState } from './sync-status.ts';

/** How many deliveries stand beside a lane. */
const lastDeliveries = 20;

/** A lane with what it stands at, the course of its lag and its last deliveries; throws `notFound`. */
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
    newestDeliveries(db('delivery').where(prefixed(path)), lastDeliveries, caller),
  ]);
  if (!lane || !row) throw new Problem('notFound');
  const { id, name, url, active, ahead } = row;
  return {
    ...{ subscriber: { id, name, url, active: active === 1 }, lane, head: feed.head, oldest: feed.pruned + 1 },
    tries: usualPauses.length + 1,
    current: await currentOf(db, path, lane.position, fromJson<number[] | null>(ahead) ?? [], caller),
    ...{ samples, deliveries },
  };
}

const prefixed = ({ subscriberId, entity }: LanePath) => ({
  'delivery.subscriber_id': subscriberId,
  'delivery.entity': entity,
});

async function currentOf(
  db: Database,
  { entity }: LanePath,
  position: number,
  ahead: number[],
  reader: Reader,
): Promise<Schemas['ChangedRecord'] | null> {
  const change = await changesAfter(db, { entity, position, ahead })
    .join({ log: 'data_log' }, 'log.seq', 'feed.seq')
    .first(changedColumns);
  return change ? toChangedRecord(change, reader) : null;
}
