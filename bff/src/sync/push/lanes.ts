import type { Knex } from 'knex';
import { type Database, fromJson, isDue } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { claimFirst, isLeaseOver, type Lease, newLease } from '#leases';
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
interface MaxAhead {
  pauseMs: number;
  leaseMs: number;
}

const freeLanes = (db: Database, max: MaxAhead): Knex.QueryBuilder =>
  db('sync_lane')
    .where({ paused: 0, parked: 0 })
    // what has not failed waits for nothing: its time may be of before a clock was set back
    .where((due) => due.where('attempts', 0).orWhere(isDue(db, 'next_time', max.pauseMs)))
    .where((free) => free.whereNull('claim').orWhere(isLeaseOver(db, max.leaseMs)));

/** Lanes in which something waits to be sent now, the longest unserved first. */
export const findDueLanes = (db: Database, max: MaxAhead, limit: number): Promise<LaneKey[]> =>
  freeLanes(db, max)
    .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
    .join('feed_kind', 'feed_kind.entity', 'sync_lane.entity')
    .where('subscriber.active', 1)
    .where('feed_kind.position', '>', db.ref('sync_lane.position'))
    .orderBy('next_time')
    .limit(limit)
    .select({ subscriberId: 'subscriber_id', entity: 'sync_lane.entity' });

/** Claims a lane. Undefined where it is not free, or its subscriber is inactive. */
export function claimLane(
  db: Database,
  key: LaneKey,
  leaseMs: number,
  max: MaxAhead,
): Promise<ClaimedLane | undefined> {
  const where = whereLane(key);
  const free = (by: Database) => freeLanes(by, max).where(where);
  return claimFirst(db, free, async (trx, { position, ordinal, attempts, ahead }) => {
    const subscriber = await trx('subscriber')
      .where({ id: key.subscriberId, active: 1 })
      .first('*', { now: trx.raw('NOW(3)') });
    if (!subscriber) return undefined;
    const readAt = performance.now();
    const lease = newLease(trx, leaseMs);
    await trx('sync_lane').where(where).update(lease);
    return {
      ...key,
      claim: lease.claim,
      position,
      ordinal,
      attempts,
      ...recipientOf(subscriber),
      ahead: new Set(fromJson<number[] | null>(ahead)),
      now: () => new Date(subscriber.now.getTime() + performance.now() - readAt),
    };
  });
}

export const leaseOf = ({ claim, ...key }: ClaimedLane): Lease => ({
  table: 'sync_lane',
  where: { ...whereLane(key), claim },
});

export const whereLane = ({ subscriberId, entity }: LaneKey) => ({ subscriber_id: subscriberId, entity });
