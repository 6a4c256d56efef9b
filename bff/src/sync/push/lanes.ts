import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { type Database, fromJson, fromNow, hasCome, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { type Recipient, recipientOf } from './messages.ts';

/** A subscriber × a kind. */
export interface LaneKey {
  subscriberId: number;
  entity: EntityKey;
}

export interface ClaimedLane extends LaneKey, Recipient {
  claim: string;
  /** All up to it is done with, and it is the `ordinal`-th of its kind. */
  position: number;
  ordinal: number;
  /** Delivered beyond `position`. */
  ahead: Set<number>;
  /** Failed tries of the change that comes next. */
  attempts: number;
  /** The database's clock, whatever this process's own says. */
  now(): Date;
}

/** In milliseconds: what is longer than them was written before a clock was set back. */
interface MaxTimes {
  pauseMs: number;
  leaseMs: number;
}

const freeLanes = (db: Database, max: MaxTimes): Knex.QueryBuilder =>
  db('sync_lane')
    .where({ paused: 0, parked: 0 })
    // what has not failed waits for nothing: its time may be of before a clock was set back
    .where((due) => due.where('attempts', 0).orWhere(hasCome(db, 'next_time', max.pauseMs)))
    .where((free) => free.whereNull('claim').orWhere(hasCome(db, 'claimed_until', max.leaseMs)));

/** Lanes in which something waits to be sent now, the longest unserved first. */
export const dueLanes = (db: Database, max: MaxTimes, limit: number): Promise<LaneKey[]> =>
  freeLanes(db, max)
    .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
    .join('feed_kind', 'feed_kind.entity', 'sync_lane.entity')
    .where('subscriber.active', 1)
    .where('feed_kind.position', '>', db.ref('sync_lane.position'))
    .orderBy('next_time')
    .limit(limit)
    .select({ subscriberId: 'subscriber_id', entity: 'sync_lane.entity' });

/**
 * Takes a lane for `lease` milliseconds: whoever dies with it leaves it to the next one, and whoever outlives it finds the
 * claim gone. Undefined where it is not free, or its subscriber is off.
 */
export async function claimLane(
  db: Database,
  key: LaneKey,
  lease: number,
  max: MaxTimes,
): Promise<ClaimedLane | undefined> {
  const claim = randomUUID();
  const where = whereLane(key);
  return transact(db, async (trx) => {
    const lane = await freeLanes(trx, max).where(where).forUpdate().skipLocked().first();
    if (!lane) return undefined;
    const subscriber = await trx('subscriber')
      .where({ id: key.subscriberId, active: 1 })
      .first('*', { now: trx.raw('NOW(3)') });
    if (!subscriber) return undefined;
    const readAt = performance.now();
    const until = fromNow(trx, lease);
    await trx('sync_lane').where(where).update({ claim, claimed_until: until });
    const { position, ordinal, attempts } = lane;
    return {
      ...key,
      claim,
      position,
      ordinal,
      attempts,
      ...recipientOf(subscriber),
      ahead: new Set(fromJson<number[] | null>(lane.ahead)),
      now: () => new Date(subscriber.now.getTime() + performance.now() - readAt),
    };
  });
}

/** Goes on having a lane; does nothing where it is somebody else's by now. */
export const renewLane = (db: Database, lane: ClaimedLane, lease: number): Promise<number> =>
  db('sync_lane')
    .where({ ...whereLane(lane), claim: lane.claim })
    .update({ claimed_until: fromNow(db, lease) });

export const whereLane = ({ subscriberId, entity }: LaneKey) => ({ subscriber_id: subscriberId, entity });
