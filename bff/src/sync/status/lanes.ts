import type { Knex } from 'knex';
import type { Database } from '#database';
import { contract, type EntityKey, type Schemas } from '#http/contract.ts';
import { backlog, lag } from './sample.ts';
import { type SyncLane, stateOf } from './state.ts';

interface LaneRow {
  subscriber_id: number;
  entity: EntityKey;
  active: number;
  position: number;
  paused: number;
  parked: number;
  attempts: number;
  next_time: Date;
  delivered: number;
  failing_since: Date | null;
  last_success: Date | null;
  last_failure: Date | null;
  last_error: string | null;
  backlog: number;
  lag: number;
  delivered_before: number | null;
  replay: number | null;
}

/** Minutes over which the rate is taken. */
const rateSpan = 5;

/** What lanes that replay have as `task.unique_key`, and the subject of a new task. */
export const replaySubject = (subscriberId: number, entity: string) => `replay:${subscriberId}:${entity}`;

/** What each lane had delivered when the rate's span began; that only grows. */
const recent = (db: Database) =>
  db('sync_sample')
    .whereRaw(`time >= NOW() - INTERVAL ${rateSpan} MINUTE`)
    .groupBy('subscriber_id', 'entity')
    .select('subscriber_id', 'entity')
    .min({ delivered: 'delivered' })
    .as('recent');

const replaying = `(SELECT task.id FROM task WHERE task.unique_key = CONCAT('replay:', lane.subscriber_id, ':', lane.entity))`;

/** Those lanes that `narrow` leaves, each with its subscriber, kinds in the contract's order; one statement. */
export async function readLanes(
  db: Database,
  narrow: (lanes: Knex.QueryBuilder) => void = () => {},
): Promise<Map<number, SyncLane[]>> {
  const rows: LaneRow[] = await db({ lane: 'sync_lane' })
    .join('subscriber', 'subscriber.id', 'lane.subscriber_id')
    .leftJoin({ kind: 'feed_kind' }, 'kind.entity', 'lane.entity')
    .leftJoin(recent(db), { 'recent.subscriber_id': 'lane.subscriber_id', 'recent.entity': 'lane.entity' })
    .modify(narrow)
    .select('lane.*', 'subscriber.active', {
      backlog: db.raw(backlog),
      lag: db.raw(lag),
      delivered_before: 'recent.delivered',
      replay: db.raw(replaying),
    });
  const lanes = new Map<number, SyncLane[]>();
  for (const row of rows.sort((a, b) => placeOf(a.entity) - placeOf(b.entity)))
    lanes.set(row.subscriber_id, [...(lanes.get(row.subscriber_id) ?? []), toLane(row)]);
  return lanes;
}

const kinds: EntityKey[] = contract.components.schemas.Entity.enum;

/** Where a kind stands among all, in the contract's order. */
export const placeOf = (entity: EntityKey): number => kinds.indexOf(entity);

const iso = (time: Date | null) => time?.toISOString() ?? null;

function toLane(row: LaneRow): SyncLane {
  const { entity, position, attempts } = row;
  const [paused, parked] = [row.paused === 1, row.parked === 1];
  const lagMs = Number(row.lag);
  const waits = attempts > 0 && !parked;
  const lately = row.delivered - (row.delivered_before ?? row.delivered);
  return {
    ...{ entity, state: stateOf({ paused, parked, attempts, lagMs }, row.active === 1) },
    ...{ position, backlog: Number(row.backlog), lagMs, paused, parked, attempts },
    ...{ nextTime: waits ? iso(row.next_time) : null, failingSince: iso(row.failing_since) },
    ...{ lastSuccess: iso(row.last_success), lastFailure: iso(row.last_failure), lastError: row.last_error },
    rate: Math.round((Math.max(0, lately) / rateSpan) * 10) / 10,
    replay: row.replay,
  };
}

export interface LanePath {
  subscriberId: number;
  entity: Schemas['Entity'];
}

/** One lane; undefined where there is none. */
export async function readLane(db: Database, { subscriberId, entity }: LanePath): Promise<SyncLane | undefined> {
  const lanes = await readLanes(db, (query) =>
    query.where({ 'lane.subscriber_id': subscriberId, 'lane.entity': entity }),
  );
  return lanes.get(subscriberId)?.[0];
}
