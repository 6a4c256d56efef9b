import type { Knex } from 'knex';
import { type Database, fromJson, isDue } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { claimFirst, isLeaseOver, type Lease, newLease } from '#leases';
import { NO_URL, type Recipient, toRecipient } from './messages.ts';

/** A lane: one entity of one subscriber. */
export interface LaneKey {
  subscriberId: number;
  entity: EntityKey;
}

/** A change that the receiver did not accept. Later changes of its record wait for it, those of other records do not. */
export interface Failure {
  position: number;
  attempts: number;
  /** When it is tried again, by the database's clock; null once all attempts are used up. */
  nextTime: number | null;
}

export interface ClaimedLane extends LaneKey, Recipient {
  claim: string;
  /** The position up to which all changes are done, and its ordinal number within the entity. */
  position: number;
  ordinal: number;
  /** Positions after `position` that have already been delivered. */
  deliveredAhead: Set<number>;
  /** Failed attempts of the first unfinished change; with 0, `failures` and `examined` mean nothing. */
  attempts: number;
  failures: Failure[];
  /** The ordinal up to which every change was sent or waits for a failed one; null if only one failed change is tried next. */
  examined: number | null;
  /** Whether all attempts are used up. */
  isParked: boolean;
  /** When a failed change is tried again. */
  nextTime: Date;
  /** Returns the time by the database's clock. */
  now(): Date;
}

/** How far times may lie in the future; later ones were written before a clock was set back. */
interface MaxFutureTimes {
  pauseMs: number;
  leaseMs: number;
}

const newChanges = (db: Database) =>
  db({ newest: 'feed_kind' })
    .whereRaw('newest.entity = sync_lane.entity AND newest.ordinal > sync_lane.examined')
    .select(db.raw('1'));

const queryClaimableLanes = (db: Database, maxAhead: MaxFutureTimes): Knex.QueryBuilder =>
  db('sync_lane')
    .where({ paused: 0 })
    .where((due) =>
      due
        // lanes without failures need not wait; their time may have been written before a clock was set back
        .where((retry) =>
          retry
            .where('parked', 0)
            .where((time) => time.where('attempts', 0).orWhere(isDue(db, 'next_time', maxAhead.pauseMs))),
        )
        // the failed changes wait, but there are new ones; workers of earlier releases change the attempts only
        .orWhere((more) =>
          more
            .where('attempts', '>', 0)
            .whereRaw("JSON_VALUE(sync_lane.failures, '$[0].attempts') = sync_lane.attempts")
            .whereExists(newChanges(db)),
        ),
    )
    .where((unclaimed) => unclaimed.whereNull('claim').orWhere(isLeaseOver(db, maxAhead.leaseMs)));

/** Finds lanes with changes to send now; those that have not been served for longest come first, whatever they wait for. */
export const findDueLanes = (db: Database, maxAhead: MaxFutureTimes, limit: number): Promise<LaneKey[]> =>
  queryClaimableLanes(db, maxAhead)
    .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
    .join('feed_kind', 'feed_kind.entity', 'sync_lane.entity')
    .where('subscriber.active', 1)
    .whereNot('subscriber.url', NO_URL)
    .where('feed_kind.position', '>', db.ref('sync_lane.position'))
    .orderBy(['served_time', 'next_time'])
    .limit(limit)
    .select({ subscriberId: 'subscriber_id', entity: 'sync_lane.entity' });

/** Claims a lane; undefined if it is not free or its subscriber is inactive. */
export function claimLane(
  db: Database,
  key: LaneKey,
  leaseMs: number,
  maxAhead: MaxFutureTimes,
): Promise<ClaimedLane | undefined> {
  const where = whereLane(key);
  const freeLane = (by: Database) => queryClaimableLanes(by, maxAhead).where(where);
  return claimFirst(db, freeLane, async (trx, row) => {
    const { position, ordinal, attempts, ahead, failures, examined, parked, next_time: nextTime } = row;
    const subscriber = await trx('subscriber')
      .where({ id: key.subscriberId, active: 1 })
      .whereNot('url', NO_URL)
      .first('*', { now: trx.raw('NOW(3)') });
    if (!subscriber) return undefined;
    const readTime = performance.now();
    const lease = newLease(trx, leaseMs);
    await trx('sync_lane')
      .where(where)
      .update({ ...lease, served_time: trx.raw('NOW(3)') });
    return {
      ...key,
      claim: lease.claim,
      position,
      ordinal,
      attempts,
      failures: fromJson<Failure[] | null>(failures) ?? [],
      examined,
      isParked: parked === 1,
      nextTime,
      ...toRecipient(subscriber),
      deliveredAhead: new Set(fromJson<number[] | null>(ahead)),
      now: () => new Date(subscriber.now.getTime() + performance.now() - readTime),
    };
  });
}

/** Makes the subscriber's other lanes due that wait after a failure, since its receiver takes changes again. */
export const wakeOtherLanes = (db: Database, { subscriberId, entity }: LaneKey): Promise<number> =>
  db('sync_lane')
    .where({ subscriber_id: subscriberId, parked: 0 })
    .whereNot({ entity })
    .where('attempts', '>', 0)
    // a lane that is being served takes another time for a retry by a user
    .whereNull('claim')
    .update({ next_time: db.raw('NOW(3)') });

export const leaseOf = ({ claim, ...key }: ClaimedLane): Lease => ({
  table: 'sync_lane',
  where: { ...whereLane(key), claim },
});

export const whereLane = ({ subscriberId, entity }: LaneKey) => ({ subscriber_id: subscriberId, entity });
