import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { defineTask, TaskAborted, TaskFailure } from '#tasks/kinds.ts';

interface ReplayParams {
  subscriber: { id: number; name: string };
  entity: EntityKey;
  /** The first position to deliver again. */
  from: number;
}

interface LanePosition {
  position: number;
  /** The ordinal number among the entity's changes. */
  ordinal: number;
}

interface State {
  /** The lane's position before the replay. */
  until: LanePosition;
  start: LanePosition;
  /** The number of deliveries before the replay. */
  delivered: number;
}

const queryLane = (db: Database, { subscriber, entity }: ReplayParams) =>
  db('sync_lane').where({ subscriber_id: subscriber.id, entity });

async function readLanePosition(
  db: Database,
  params: ReplayParams,
  lock = false,
): Promise<LanePosition & { delivered: number }> {
  const lane = queryLane(db, params).first('position', 'ordinal', 'delivered');
  const row = await (lock ? lane.forUpdate() : lane);
  if (!row) throw new TaskFailure('laneGone', `${params.subscriber.name} no longer subscribes to this entity.`);
  return row;
}

/** Moves a lane to a position and resets its failures; a worker that is serving it loses its claim. */
const moveLane = (trx: Transaction, params: ReplayParams, { position, ordinal }: LanePosition) =>
  queryLane(trx, params).update({
    position,
    ordinal,
    ahead: null,
    parked: 0,
    attempts: 0,
    failures: null,
    examined: null,
    failing_since: null,
    last_error: null,
    claim: null,
    claimed_until: null,
    next_time: trx.raw('NOW(3)'),
  });

/** Moves the lane back, unless it has not reached the position yet. */
async function moveBack(trx: Transaction, params: ReplayParams): Promise<State> {
  const { delivered, ...until } = await readLanePosition(trx, params, true);
  const first = await trx('change_feed')
    .where('entity', params.entity)
    .where('position', '>=', params.from)
    .orderBy('position')
    .first('ordinal');
  const target = { position: params.from - 1, ordinal: first ? first.ordinal - 1 : until.ordinal };
  // compared by ordinal numbers, as the lane may be far behind the entity's last change
  const start = target.ordinal < until.ordinal ? target : until;
  await moveLane(trx, params, start);
  return { until, start, delivered };
}

/** Moves the lane forward to where it was, unless it has already got there. */
async function undoReplay(trx: Transaction, params: ReplayParams, { until }: State): Promise<void> {
  if ((await readLanePosition(trx, params, true)).ordinal < until.ordinal) await moveLane(trx, params, until);
}

/** Defines the task that repeats deliveries from a position on: it moves the lane back and watches the regular deliveries. */
export const replay = (pollMs = 1000) =>
  defineTask<ReplayParams, State>({
    light: true,
    run: async ({ db, params, signal, progress, ...task }) => {
      let state = task.state;
      try {
        state ??= await transact(db, async (trx) => {
          const startedState = await moveBack(trx, params);
          await progress(0, startedState.until.ordinal - startedState.start.ordinal, startedState, trx);
          return startedState;
        });
        const total = state.until.ordinal - state.start.ordinal;
        for (;;) {
          const { ordinal, delivered } = await readLanePosition(db, params);
          await progress(Math.max(0, Math.min(total, ordinal - state.start.ordinal)), total);
          if (ordinal >= state.until.ordinal) return { delivered: Math.min(total, delivered - state.delivered) };
          await pause(pollMs, undefined, { signal });
        }
      } catch (error) {
        const startedState = state;
        if (startedState && signal.reason instanceof TaskAborted && signal.reason.reason === 'cancelled')
          await transact(db, (trx) => undoReplay(trx, params, startedState));
        throw error;
      }
    },
  });
