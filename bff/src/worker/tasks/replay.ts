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

interface Place {
  position: number;
  /** Of the kind's changes the position is the n-th. */
  ordinal: number;
}

interface State {
  /** Where the lane was, and goes on from. */
  until: Place;
  start: Place;
  /** What the lane had delivered until then. */
  delivered: number;
}

const lanes = (db: Database, { subscriber, entity }: ReplayParams) =>
  db('sync_lane').where({ subscriber_id: subscriber.id, entity });

async function laneOf(db: Database, params: ReplayParams, lock = false): Promise<Place & { delivered: number }> {
  const lane = lanes(db, params).first('position', 'ordinal', 'delivered');
  const row = await (lock ? lane.forUpdate() : lane);
  if (!row) throw new TaskFailure('laneGone', `${params.subscriber.name} does not subscribe to this kind any more.`);
  return row;
}

/** Puts the lane at a place as if it had just come there; whoever delivers from it at this moment has lost it. */
const moveLane = (trx: Transaction, params: ReplayParams, { position, ordinal }: Place) =>
  lanes(trx, params).update({
    position,
    ordinal,
    ahead: null,
    parked: 0,
    attempts: 0,
    failing_since: null,
    last_error: null,
    claim: null,
    claimed_until: null,
    next_time: trx.raw('NOW(3)'),
  });

/** Sets the lane back; one that has not come as far yet stays where it is. */
async function begin(trx: Transaction, params: ReplayParams): Promise<State> {
  const { delivered, ...until } = await laneOf(trx, params, true);
  const first = await trx('change_feed')
    .where('entity', params.entity)
    .where('position', '>=', params.from)
    .orderBy('position')
    .first('ordinal');
  const back = { position: params.from - 1, ordinal: first ? first.ordinal - 1 : until.ordinal };
  // counted by the kind: a lane may stand far behind the kind's last change
  const start = back.ordinal < until.ordinal ? back : until;
  await moveLane(trx, params, start);
  return { until, start, delivered };
}

/** Puts the lane where it was, unless it has come there. */
async function giveUp(trx: Transaction, params: ReplayParams, { until }: State): Promise<void> {
  if ((await laneOf(trx, params, true)).ordinal < until.ordinal) await moveLane(trx, params, until);
}

/** Delivers again from a position on: the lane goes back, and delivers as always; this follows it. */
export const replay = (every = 1000) =>
  defineTask<ReplayParams, State>({
    light: true,
    run: async ({ db, params, signal, progress, ...task }) => {
      let state = task.state;
      try {
        state ??= await transact(db, async (trx) => {
          const begun = await begin(trx, params);
          await progress(0, begun.until.ordinal - begun.start.ordinal, begun, trx);
          return begun;
        });
        const total = state.until.ordinal - state.start.ordinal;
        for (;;) {
          const { ordinal, delivered } = await laneOf(db, params);
          await progress(Math.max(0, Math.min(total, ordinal - state.start.ordinal)), total);
          if (ordinal >= state.until.ordinal) return { delivered: Math.min(total, delivered - state.delivered) };
          await pause(every, undefined, { signal });
        }
      } catch (error) {
        const begun = state;
        if (begun && signal.reason instanceof TaskAborted && signal.reason.reason === 'cancelled')
          await transact(db, (trx) => giveUp(trx, params, begun));
        throw error;
      }
    },
  });
