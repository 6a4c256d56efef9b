import { type Database, fromJson, type Transaction, transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { enqueue } from '#tasks/queue.ts';
import { findTask, toTask } from '#tasks/read-tasks.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { insertDeliveries } from '../push/deliveries.ts';
import type { Failure } from '../push/lanes.ts';
import { whereLane } from '../push/lanes.ts';
import { NO_URL } from '../push/messages.ts';
import { queryUnfinishedChanges } from './deliveries.ts';
import { type LanePath, readFeedState, readLane, replaySubject, type SyncLane } from './lanes.ts';

type LaneRequest = Request<'pauseLane' | 'resumeLane' | 'retryLane' | 'skipChange'>;
type Details = Schemas['UserLogDetails'];

/** Changes a locked lane and returns its new state. `change` returns the details for the log; undefined if it changed nothing. */
const changeLane = (
  db: Database,
  request: LaneRequest,
  act: 'laneChanged' | 'changeSkipped',
  change: (lane: LockedLane, trx: Transaction) => Promise<Details | undefined>,
): Promise<SyncLane> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const lane = await lockLane(trx, request.path);
    const details = await change(lane, trx);
    if (details)
      await logAct(trx, { act, ...logActorOf(request), target: subscriberLogTarget(lane.subscriber), details });
    const after = await readLane(trx, request.path);
    if (!after) throw new Problem('notFound');
    return after;
  });

/** @throws Problem invalidTransition if nothing is pushed to the subscriber, as it is switched off or only pulls */
function requirePushing({ subscriber }: LockedLane): void {
  if (subscriber.pullsOnly || !subscriber.active) throw new Problem('invalidTransition');
}

/** Pauses or resumes a lane. A worker that is serving it still finishes and records the current deliveries. */
export const setPaused = (db: Database, request: LaneRequest, paused: boolean): Promise<SyncLane> =>
  changeLane(db, request, 'laneChanged', async (lane) => {
    requirePushing(lane);
    if (lane.paused === paused) return undefined;
    await lane.write({ paused: paused ? 1 : 0 });
    return { changes: [laneValueChange(request.path.entity, 'paused', lane.paused, paused)] };
  });

/**
 * Retries the current change at once. One whose attempts are used up gets all of them again. A worker that is serving the lane finishes its
 * current deliveries first.
 */
export const retryLane = (db: Database, request: LaneRequest): Promise<SyncLane> =>
  changeLane(db, request, 'laneChanged', async (lane, trx) => {
    requirePushing(lane);
    const { parked, attempts, failures, nextTime, write } = lane;
    if (!parked && attempts === 0) return undefined;
    const isUsedUp = parked || failures[0]?.nextTime === null;
    await write({ next_time: trx.raw('NOW(3)'), ...(isUsedUp ? { parked: 0, attempts: 0, failures: null } : {}) });
    const { entity } = request.path;
    const change = parked
      ? laneValueChange(entity, 'parked', true, false)
      : laneValueChange(entity, 'nextTime', nextTime.toISOString(), null);
    return { changes: [change] };
  });

/** Skips the current change of a lane; the result of a running attempt is discarded. */
export const skipChange = (db: Database, request: Request<'skipChange'>): Promise<SyncLane> =>
  changeLane(
    db,
    request,
    'changeSkipped',
    async ({ position: before, deliveredAhead, attempts, now, ...lane }, trx) => {
      const { entity, subscriberId } = request.path;
      const { position, reason } = request.body;
      if (lane.subscriber.pullsOnly) throw new Problem('invalidTransition');
      const current = await queryUnfinishedChanges(trx, { entity, position: before, deliveredAhead }).first(
        'feed.position',
        'feed.ordinal',
      );
      if (current?.position !== position) throw new Problem('laneMoved');
      const remaining = deliveredAhead.filter((each) => each > position);
      await lane.write({
        position,
        ordinal: current.ordinal,
        ahead: remaining.length > 0 ? JSON.stringify(remaining) : null,
        parked: 0,
        attempts: 0,
        failures: null,
        examined: null,
        failing_since: null,
        next_time: now,
        claim: null,
        claimed_until: null,
      });
      await insertDeliveries(trx, [
        {
          subscriber_id: subscriberId,
          entity,
          position,
          message_id: `chg_${position}`,
          kind: 'change',
          outcome: 'skipped',
          attempt: attempts,
          time: now,
          duration: 0,
          status: null,
          error: null,
          answer: null,
          reason,
          actor: request.caller.username,
        },
      ]);
      return { reason, changes: [laneValueChange(entity, 'position', before, position)] };
    },
  );

interface LockedLane {
  subscriber: { id: number; name: string; pullsOnly: boolean; active: boolean };
  position: number;
  deliveredAhead: number[];
  paused: boolean;
  parked: boolean;
  attempts: number;
  failures: Failure[];
  nextTime: Date;
  /** By the database's clock. */
  now: Date;
  write(columns: object): Promise<unknown>;
}

/** Locks a lane, after its subscriber to keep the same order everywhere. @throws Problem notFound */
async function lockLane(trx: Transaction, path: LanePath): Promise<LockedLane> {
  const subscriber = await trx('subscriber')
    .where('id', path.subscriberId)
    .forShare()
    .first('id', 'name', 'url', 'active');
  const queryLane = (db: Database) => db('sync_lane').where(whereLane(path));
  const row =
    subscriber &&
    (await queryLane(trx)
      .forUpdate()
      .first('*', { now: trx.raw('NOW(3)') }));
  if (!row) throw new Problem('notFound');
  const { id, name, url, active } = subscriber;
  return {
    subscriber: { id, name, pullsOnly: url === NO_URL, active: active === 1 },
    position: row.position,
    deliveredAhead: fromJson<number[] | null>(row.ahead) ?? [],
    now: row.now,
    paused: row.paused === 1,
    parked: row.parked === 1,
    attempts: row.attempts,
    failures: fromJson<Failure[] | null>(row.failures) ?? [],
    nextTime: row.next_time,
    write: (columns) => queryLane(trx).update(columns),
  };
}

/** Returns how the user log refers to a subscriber. */
export const subscriberLogTarget = ({ id, name }: { id: number; name: string }) => ({
  kind: 'subscriber' as const,
  id,
  name,
});

/** Returns the change of a lane's value for the user log. */
export const laneValueChange = (entity: Schemas['Entity'], name: string, before: unknown, after: unknown) => ({
  pointer: `/${entity}/${name}`,
  before: before,
  after,
});

/**
 * Queues a task that moves a lane back. @throws Problem 422 at `/from` if the feed has no such position; invalidTransition for a subscriber
 * that only pulls, which can read from any cursor itself
 */
export const startReplay = (db: Database, request: Request<'replayLane'>): Promise<Schemas['Task']> =>
  transactWithinTimeLimit(request.caller, db, async (trx) => {
    const { path, body, caller } = request;
    const { entity } = path;
    const { subscriber, position } = await lockLane(trx, path);
    const { head, pruned } = await readFeedState(trx);
    if (subscriber.pullsOnly) throw new Problem('invalidTransition');
    if (body.from > head) throw invalid({ pointer: '/from', rule: 'beyondHead' });
    if (body.from <= pruned) throw invalid({ pointer: '/from', rule: 'expired' });
    const params = { subscriber: { id: subscriber.id, name: subscriber.name }, entity, from: body.from };
    const subject = replaySubject(subscriber.id, entity);
    const id = await enqueue(trx, { kind: 'replay', params, subject, by: caller.username });
    if (id === undefined) throw new Problem('taskRunning');
    const details = { changes: [laneValueChange(entity, 'position', position, body.from - 1)] };
    await logAct(trx, {
      act: 'changesReplayed',
      ...logActorOf(request),
      target: subscriberLogTarget(subscriber),
      details,
    });
    return toTask(await findTask(trx, id), caller);
  });

/** Returns the position at which a replay would begin, and the number of changes from there on. */
export async function previewReplay(db: Database, { path, query }: Request<'previewReplay'>) {
  if (!(await readLane(db, path))) throw new Problem('notFound');
  const { head, pruned } = await readFeedState(db);
  if (query.from !== undefined && query.from <= pruned) throw invalid({ pointer: '/query/from', rule: 'expired' });
  const firstPosition = query.from ?? (query.time ? ((await findPositionAt(db, query.time)) ?? head + 1) : pruned + 1);
  const first = await db('change_feed')
    .where('entity', path.entity)
    .where('position', '>=', firstPosition)
    .orderBy('position')
    .first('position', 'ordinal');
  const feedKind = first && (await db('feed_kind').where('entity', path.entity).first('ordinal'));
  const changes = first ? feedKind.ordinal - first.ordinal + 1 : 0;
  return { from: query.from ?? first?.position ?? firstPosition, changes };
}

/** Finds the first position at or after a time, as both increase together. */
async function findPositionAt(db: Database, time: string): Promise<number | undefined> {
  const row = await db('change_feed').where('time', '>=', new Date(time)).orderBy('time').first('position');
  return row?.position;
}
