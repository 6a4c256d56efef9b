import type { Knex } from 'knex';
import type { Database } from '#database';
import { contract, type EntityKey, type Schemas } from '#http/contract.ts';

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
  changes_waiting: number;
  lag: number;
  delivered_before: number | null;
  seconds_since: number | string | null;
  replay: number | null;
}

/** The period over which the rate is measured. */
const RATE_MINUTES = 5;

/** Returns the subject of a replay task, which is stored in `task.unique_key`. */
export const replaySubject = (subscriberId: number, entity: string) => `replay:${subscriberId}:${entity}`;

/** Queries how much each lane had delivered at the beginning of the rate's period, and how long ago that was. */
const recentSamples = (db: Database) =>
  db('sync_sample')
    .whereRaw(`time >= NOW() - INTERVAL ${RATE_MINUTES} MINUTE`)
    .groupBy('subscriber_id', 'entity')
    .select('subscriber_id', 'entity', {
      // an earlier release does not say when in its minute it took a sample
      seconds: db.raw('TIMESTAMPDIFF(MICROSECOND, MIN(COALESCE(taken_time, time)), NOW(3)) / 1000000'),
    })
    .min({ delivered: 'delivered' })
    .as('recent');

const REPLAY_TASK = `(SELECT task.id FROM task WHERE task.unique_key = CONCAT('replay:', lane.subscriber_id, ':', lane.entity))`;

/** Reads lanes by subscriber with one statement, ordered like the contract's entities. `filterLanes` may restrict them. */
export async function readLanes(
  db: Database,
  filterLanes: (lanes: Knex.QueryBuilder) => void = () => {},
): Promise<Map<number, SyncLane[]>> {
  const rows: LaneRow[] = await db({ lane: 'sync_lane' })
    .join('subscriber', 'subscriber.id', 'lane.subscriber_id')
    .leftJoin({ kind: 'feed_kind' }, 'kind.entity', 'lane.entity')
    .leftJoin(recentSamples(db), { 'recent.subscriber_id': 'lane.subscriber_id', 'recent.entity': 'lane.entity' })
    .modify(filterLanes)
    .select('lane.*', 'subscriber.active', {
      backlog: db.raw(BACKLOG_SQL),
      changes_waiting: db.raw(WAITING_SQL),
      lag: db.raw(LAG_SQL),
      delivered_before: 'recent.delivered',
      seconds_since: 'recent.seconds',
      replay: db.raw(REPLAY_TASK),
    });
  const lanes = new Map<number, SyncLane[]>();
  for (const row of rows.sort((a, b) => entityIndex(a.entity) - entityIndex(b.entity)))
    lanes.set(row.subscriber_id, [...(lanes.get(row.subscriber_id) ?? []), toLane(row)]);
  return lanes;
}

const ENTITY_ORDER: EntityKey[] = contract.components.schemas.Entity.enum;

/** Returns an entity's index in the contract's order. */
const entityIndex = (entity: EntityKey): number => ENTITY_ORDER.indexOf(entity);

const toIso = (time: Date | null) => time?.toISOString() ?? null;

function toLane(row: LaneRow): SyncLane {
  const { entity, position, attempts } = row;
  const [paused, parked] = [row.paused === 1, row.parked === 1];
  const lagMs = Number(row.lag);
  const isWaiting = attempts > 0 && !parked;
  const deliveredRecently = row.delivered - (row.delivered_before ?? row.delivered);
  // a shorter time says too little about a minute
  const minutes = Math.max(1, Number(row.seconds_since ?? 0) / 60);
  return {
    entity,
    state: stateOfLane({ paused, parked, attempts, lagMs }, row.active === 1),
    position,
    backlog: Number(row.backlog),
    waiting: Number(row.changes_waiting),
    lagMs,
    paused,
    parked,
    attempts,
    nextTime: isWaiting ? toIso(row.next_time) : null,
    failingSince: toIso(row.failing_since),
    lastSuccess: toIso(row.last_success),
    lastFailure: toIso(row.last_failure),
    lastError: row.last_error,
    rate: Math.round((Math.max(0, deliveredRecently) / minutes) * 10) / 10,
    replay: row.replay,
  };
}

export interface LanePath {
  subscriberId: number;
  entity: Schemas['Entity'];
}

/** Reads a lane; undefined if there is none. */
export async function readLane(db: Database, { subscriberId, entity }: LanePath): Promise<SyncLane | undefined> {
  const lanes = await readLanes(db, (query) =>
    query.where({ 'lane.subscriber_id': subscriberId, 'lane.entity': entity }),
  );
  return lanes.get(subscriberId)?.[0];
}

/** Larger numbers are not counted. */
const MAX_UNSEQUENCED = 100_000;

interface FeedState {
  now: Date;
  head: number;
  pruned: number;
  unsequenced: number;
}

/** Reads the state of the feed. */
export async function readFeedState(db: Database): Promise<FeedState> {
  const markPosition = (name: string) => db('feed_mark').where({ name }).select('position');
  const waiting = db('change_outbox').select(db.raw('1')).limit(MAX_UNSEQUENCED).as('waiting');
  const [row] = await db.select({
    now: db.raw('NOW(3)'),
    head: markPosition('head'),
    pruned: markPosition('pruned'),
    unsequenced: db.count('*').from(waiting),
  });
  return { ...row, unsequenced: Number(row.unsequenced) };
}

type SyncState = Schemas['SyncState'];
export type SyncLane = Schemas['SyncLane'];

/** The lag above which a lane counts as behind. */
export const BEHIND_MS = 60_000;

/** Determines the state of a lane. A single failure may be due to a restart, so it does not count as failed yet. */
function stateOfLane(lane: Pick<SyncLane, 'paused' | 'parked' | 'attempts' | 'lagMs'>, active: boolean): SyncState {
  if (lane.paused || !active) return 'paused';
  if (lane.parked || lane.attempts >= 2) return 'failed';
  return lane.attempts === 1 || lane.lagMs > BEHIND_MS ? 'behind' : 'healthy';
}

const WORST_FIRST: SyncState[] = ['failed', 'behind', 'healthy', 'paused'];

/** Summarises the lanes of a subscriber: the worst state of those that are not paused, and the total backlog. */
export function summarizeLanes(lanes: SyncLane[]) {
  const successes = lanes.flatMap(({ lastSuccess }) => lastSuccess ?? []).sort();
  return {
    state: WORST_FIRST.find((state) => lanes.some((lane) => lane.state === state)) ?? 'paused',
    backlog: lanes.reduce((sum, { backlog }) => sum + backlog, 0),
    lagMs: Math.max(0, ...lanes.map(({ lagMs }) => lagMs)),
    lastSuccess: successes.at(-1) ?? null,
  };
}

/** SQL of a lane's backlog, without changes delivered ahead of a failed one, for `sync_lane` as `lane` and `feed_kind` as `kind`. */
export const BACKLOG_SQL =
  'GREATEST(COALESCE(kind.ordinal, 0), lane.ordinal) - lane.ordinal - COALESCE(JSON_LENGTH(lane.ahead), 0)';

/**
 * SQL of the number of changes that wait for a failed one. While the receiver refuses everything, and after a worker of an earlier release,
 * all of the backlog but the failed changes waits.
 */
const WAITING_SQL = `CASE WHEN lane.attempts = 0 THEN 0
    WHEN lane.examined IS NOT NULL AND JSON_VALUE(lane.failures, '$[0].attempts') = lane.attempts THEN lane.waiting
    ELSE GREATEST(${BACKLOG_SQL} - GREATEST(COALESCE(JSON_LENGTH(lane.failures), 1), 1), 0) END`;

// both use equality on an index, as MariaDB would scan all earlier changes for a range that depends on the lane
const NEXT_CHANGE =
  'SELECT feed.time FROM change_feed AS feed WHERE feed.entity = lane.entity AND feed.ordinal = lane.ordinal + 1';
const OLDEST_CHANGE =
  'SELECT feed.time FROM change_feed AS feed WHERE feed.entity = lane.entity ORDER BY feed.ordinal LIMIT 1';

/** SQL of a lane's lag: the age of its oldest waiting change in milliseconds, or 0. */
export const LAG_SQL = `IF(COALESCE(kind.ordinal, 0) <= lane.ordinal, 0,
    COALESCE(GREATEST(TIMESTAMPDIFF(MICROSECOND, COALESCE((${NEXT_CHANGE}), (${OLDEST_CHANGE})), NOW(3)) DIV 1000, 0), 0))`;

const THIS_MINUTE = 'NOW() - INTERVAL SECOND(NOW()) SECOND';

/** Takes a sample of all lanes once a minute, which it is labelled with; a second worker finds it already taken. */
export const sampleLanes = (db: Database) =>
  db.raw(
    `INSERT IGNORE INTO sync_sample (subscriber_id, entity, time, taken_time, backlog, \`lag\`, delivered, failing)
     SELECT lane.subscriber_id, lane.entity, ${THIS_MINUTE}, NOW(3), ${BACKLOG_SQL}, ${LAG_SQL}, lane.delivered,
       lane.parked OR lane.attempts > 0
     FROM sync_lane AS lane LEFT JOIN feed_kind AS kind ON kind.entity = lane.entity
     WHERE NOT EXISTS (SELECT 1 FROM sync_sample AS taken WHERE taken.time = ${THIS_MINUTE})`,
  );
