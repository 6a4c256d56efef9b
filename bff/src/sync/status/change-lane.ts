import { type Database, type Transaction, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { doerOf, logAct } from '#logs/user-log.ts';
import { insertDeliveries } from '../push/deliveries.ts';
import { changesAfter } from './changed-record.ts';
import { readLane } from './lanes.ts';
import { type LockedLane, laneChange, lockLane, subscriberTarget } from './lock-lane.ts';
import type { SyncLane } from './state.ts';

type Asked = Request<'pauseLane' | 'resumeLane' | 'retryLane' | 'skipChange'>;
type Details = Schemas['UserLogDetails'];

/** A lane after `work` on it, which answers what the log is to tell; undefined where it did nothing. */
const changeLane = (
  db: Database,
  request: Asked,
  act: 'laneChanged' | 'changeSkipped',
  work: (lane: LockedLane, trx: Transaction) => Promise<Details | undefined>,
): Promise<SyncLane> =>
  transact(db, async (trx) => {
    const lane = await lockLane(trx, request.path);
    const details = await work(lane, trx);
    if (details) await logAct(trx, { act, ...doerOf(request), target: subscriberTarget(lane.subscriber), details });
    const after = await readLane(trx, request.path);
    if (!after) throw new Problem('notFound');
    return after;
  });

/** Whoever delivers from it at this moment ends what is under way and writes that down. */
export const setPaused = (db: Database, request: Asked, paused: boolean): Promise<SyncLane> =>
  changeLane(db, request, 'laneChanged', async (lane) => {
    if (lane.paused === paused) return undefined;
    await lane.write({ paused: paused ? 1 : 0 });
    return { changes: [laneChange(request.path.entity, 'paused', lane.paused, paused)] };
  });

/**
 * Tries now what waits to be tried again. What was parked gets all its tries anew. A try that is under way is the one asked
 * for, so its claim is left alone.
 */
export const retryLane = (db: Database, request: Asked): Promise<SyncLane> =>
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
  changeLane(db, request, 'changeSkipped', async ({ position: before, ahead, attempts, now, ...lane }, trx) => {
    const { entity, subscriberId } = request.path;
    const { position, reason } = request.body;
    const current = await changesAfter(trx, { entity, position: before, ahead }).first('feed.position', 'feed.ordinal');
    if (current?.position !== position) throw new Problem('laneMoved');
    const left = ahead.filter((each) => each > position);
    await lane.write({
      ...{ position, ordinal: current.ordinal, ahead: left.length > 0 ? JSON.stringify(left) : null },
      ...{ parked: 0, attempts: 0, failing_since: null, next_time: now, claim: null, claimed_until: null },
    });
    await insertDeliveries(trx, [
      {
        ...{ subscriber_id: subscriberId, entity, position, message_id: `chg_${position}`, kind: 'change' },
        ...{ outcome: 'skipped', attempt: attempts, time: now, duration: 0, status: null, error: null, answer: null },
        ...{ reason, actor: request.caller.username },
      },
    ]);
    return { reason, changes: [laneChange(entity, 'position', before, position)] };
  });
