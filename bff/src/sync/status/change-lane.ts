import { type Database, fromJson, type Transaction, transactFor } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { enqueue } from '#tasks/queue.ts';
import { findTask, toTask } from '#tasks/read-tasks.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import { insertDeliveries } from '../push/deliveries.ts';
import { whereLane } from '../push/lanes.ts';
import { changesAfter } from './deliveries.ts';
import { type LanePath, readFeedState, readLane, replaySubject, type SyncLane } from './lanes.ts';

type LaneRequest = Request<'pauseLane' | 'resumeLane' | 'retryLane' | 'skipChange'>;
type Details = Schemas['UserLogDetails'];

/** A lane after `work` on it, which answers what the log is to tell; undefined where it did nothing. */
const changeLane = (
  db: Database,
  request: LaneRequest,
  act: 'laneChanged' | 'changeSkipped',
  work: (lane: LockedLane, trx: Transaction) => Promise<Details | undefined>,
): Promise<SyncLane> =>
  transactFor(request.caller, db, async (trx) => {
    const lane = await lockLane(trx, request.path);
    const details = await work(lane, trx);
    if (details) await logAct(trx, { act, ...logActorOf(request), target: subscriberTarget(lane.subscriber), details });
    const after = await readLane(trx, request.path);
    if (!after) throw new Problem('notFound');
    return after;
  });

/** Whoever delivers from it at this moment ends what is under way and writes that down. */
export const setPaused = (db: Database, request: LaneRequest, paused: boolean): Promise<SyncLane> =>
  changeLane(db, request, 'laneChanged', async (lane) => {
    if (lane.paused === paused) return undefined;
    await lane.write({ paused: paused ? 1 : 0 });
    return { changes: [laneChange(request.path.entity, 'paused', lane.paused, paused)] };
  });

/**
 * Tries now what waits to be tried again. What was parked gets all its tries anew. A try that is under way is the one asked
 * for, so its claim is left alone.
 */
export const retryLane = (db: Database, request: LaneRequest): Promise<SyncLane> =>
  changeLane(db, request, 'laneChanged', async ({ parked, attempts, nextTime, write }, trx) => {
    if (!parked && attempts === 0) return undefined;
    await write({ next_time: trx.raw('NOW(3)'), ...(parked ? { parked: 0, attempts: 0 } : {}) });
    const { entity } = request.path;
    const change = parked
      ? laneChange(entity, 'parked', true, false)
      : laneChange(entity, 'nextTime', nextTime.toISOString(), null);
    return { changes: [change] };
  });

/** Leaves out the change that a lane stands at; what comes of a try that is under way is written nowhere. */
export const skipChange = (db: Database, request: Request<'skipChange'>): Promise<SyncLane> =>
  changeLane(
    db,
    request,
    'changeSkipped',
    async ({ position: previousPosition, ahead, attempts, now, ...lane }, trx) => {
      const { entity, subscriberId } = request.path;
      const { position, reason } = request.body;
      const current = await changesAfter(trx, { entity, position: previousPosition, ahead }).first(
        'feed.position',
        'feed.ordinal',
      );
      if (current?.position !== position) throw new Problem('laneMoved');
      const remaining = ahead.filter((each) => each > position);
      await lane.write({
        position,
        ordinal: current.ordinal,
        ahead: remaining.length > 0 ? JSON.stringify(remaining) : null,
        parked: 0,
        attempts: 0,
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
      return { reason, changes: [laneChange(entity, 'position', previousPosition, position)] };
    },
  );

interface LockedLane {
  subscriber: { id: number; name: string };
  position: number;
  ahead: number[];
  paused: boolean;
  parked: boolean;
  attempts: number;
  nextTime: Date;
  /** By the database's clock. */
  now: Date;
  write(columns: object): Promise<unknown>;
}

/** A lane that nobody else moves meanwhile: its subscriber first, as everybody locks them. Throws `notFound`. */
async function lockLane(trx: Transaction, path: LanePath): Promise<LockedLane> {
  const subscriber = await trx('subscriber').where('id', path.subscriberId).forShare().first('id', 'name');
  const ownLane = (db: Database) => db('sync_lane').where(whereLane(path));
  const row =
    subscriber &&
    (await ownLane(trx)
      .forUpdate()
      .first('*', { now: trx.raw('NOW(3)') }));
  if (!row) throw new Problem('notFound');
  return {
    subscriber,
    position: row.position,
    ahead: fromJson<number[] | null>(row.ahead) ?? [],
    now: row.now,
    paused: row.paused === 1,
    parked: row.parked === 1,
    attempts: row.attempts,
    nextTime: row.next_time,
    write: (columns) => ownLane(trx).update(columns),
  };
}

/** What an act on a lane is about in the user log. */
export const subscriberTarget = ({ id, name }: { id: number; name: string }) => ({
  kind: 'subscriber' as const,
  id,
  name,
});

/** A value of a lane before and after an act. */
export const laneChange = (entity: Schemas['Entity'], name: string, previousPosition: unknown, after: unknown) => ({
  pointer: `/${entity}/${name}`,
  before: previousPosition,
  after,
});

/** Queues the task that takes a lane back; 422 at `/from` where the feed has no such position. */
export const startReplay = (db: Database, request: Request<'replayLane'>): Promise<Schemas['Task']> =>
  transactFor(request.caller, db, async (trx) => {
    const { path, body, caller } = request;
    const { entity } = path;
    const { subscriber, position } = await lockLane(trx, path);
    const { head, pruned } = await readFeedState(trx);
    if (body.from > head) throw invalid({ pointer: '/from', rule: 'beyondHead' });
    if (body.from <= pruned) throw invalid({ pointer: '/from', rule: 'expired' });
    const params = { subscriber, entity, from: body.from };
    const subject = replaySubject(subscriber.id, entity);
    const id = await enqueue(trx, { kind: 'replay', params, subject, by: caller.username });
    if (id === undefined) throw new Problem('taskRunning');
    const details = { changes: [laneChange(entity, 'position', position, body.from - 1)] };
    await logAct(trx, {
      act: 'changesReplayed',
      ...logActorOf(request),
      target: subscriberTarget(subscriber),
      details,
    });
    return toTask(await findTask(trx, id), caller);
  });

/** Where a replay would begin, and how many changes of the kind come from there on. */
export async function previewReplay(db: Database, { path, query }: Request<'previewReplay'>) {
  if (!(await readLane(db, path))) throw new Problem('notFound');
  const { head, pruned } = await readFeedState(db);
  if (query.from !== undefined && query.from <= pruned) throw invalid({ pointer: '/query/from', rule: 'expired' });
  const start = query.from ?? (query.time ? ((await positionAt(db, query.time)) ?? head + 1) : pruned + 1);
  const first = await db('change_feed')
    .where('entity', path.entity)
    .where('position', '>=', start)
    .orderBy('position')
    .first('position', 'ordinal');
  const kind = first && (await db('feed_kind').where('entity', path.entity).first('ordinal'));
  const changes = first ? kind.ordinal - first.ordinal + 1 : 0;
  return { from: query.from ?? first?.position ?? start, changes };
}

/** The first change of any kind at or after a time; positions and times grow together. */
async function positionAt(db: Database, time: string): Promise<number | undefined> {
  const row = await db('change_feed').where('time', '>=', new Date(time)).orderBy('time').first('position');
  return row?.position;
}
