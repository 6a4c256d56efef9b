import { type Database, type Transaction, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import { NO_LEASE, writeLeased } from '#leases';
import { logAct } from '#user-log/user-log.ts';
import { type ClaimedLane, leaseOf } from './lanes.ts';
import type { Attempt, Retry } from './sender.ts';
import type { Progress, SentChange, Window } from './window.ts';

/** A row of `delivery` without its id. */
export interface DeliveryRow {
  subscriber_id: number;
  entity: string | null;
  position: number | null;
  message_id: string;
  kind: Schemas['DeliveryKind'];
  outcome: Schemas['DeliveryOutcome'];
  attempt: number;
  time: Date;
  duration: number;
  status: number | null;
  error: string | null;
  answer: string | null;
  /** For a test, the contract's `DeliveryRequest` as JSON; other requests can be rebuilt from the feed. */
  request?: string;
  reason?: string;
  actor?: string;
  next_time?: Date | null;
}

/** Returns the columns that all attempts have in common. */
export const attemptColumns = ({ status, error, answer, duration }: Attempt) => ({ status, error, answer, duration });

/** Returns the rows of a window's attempts. The first failure determines the retry; other failures will be tried again. */
function changeRows(
  lane: ClaimedLane,
  sent: SentChange[],
  failureColumns?: { retry: Retry; next: Date; first: SentChange },
) {
  return sent.map((change): DeliveryRow => {
    const { item, attempt, time } = change;
    const retry = change === failureColumns?.first ? failureColumns.retry.outcome : 'failed';
    return {
      subscriber_id: lane.subscriberId,
      entity: lane.entity,
      position: item.position,
      message_id: item.id,
      kind: 'change',
      outcome: attempt.delivered ? 'delivered' : retry,
      // only the first change of a lane can have earlier attempts
      attempt: lane.attempts + 1,
      time,
      ...attemptColumns(attempt),
      next_time: attempt.delivered || retry !== 'failed' ? null : (failureColumns?.next ?? null),
    };
  });
}

export const insertDeliveries = async (db: Database, rows: DeliveryRow[]) => {
  if (rows.length > 0) await db('delivery').insert(rows);
};

/** Releases a lane; returns false if another worker has taken over or the lane was moved. */
const releaseLane = (trx: Transaction, lane: ClaimedLane, columns: object): Promise<boolean> =>
  writeLeased(trx, leaseOf(lane), { ...columns, ...NO_LEASE });

/** Stores the results of a window and releases the lane. The deliveries are stored even if the lane was lost. */
export function finishWindow(
  db: Database,
  lane: ClaimedLane,
  { position, ordinal, deliveredAhead, delivered, failure, hasRemaining }: Progress,
  sent: SentChange[],
  retry: Retry | undefined,
): Promise<boolean> {
  const now = lane.now();
  const next = new Date(now.getTime() + (retry?.outcome === 'failed' ? retry.pause : 0));
  return transact(db, async (trx) => {
    if (retry?.outcome === 'gone') await deactivateSubscriber(trx, lane, now);
    await insertDeliveries(trx, changeRows(lane, sent, failure && retry && { retry, next, first: failure }));
    const successColumns = delivered > 0 ? { last_success: now, delivered: trx.raw('delivered + ?', delivered) } : {};
    const failureColumns = failure && {
      attempts: lane.attempts + 1,
      parked: retry?.outcome === 'parked' ? 1 : 0,
      failing_since: trx.raw('COALESCE(failing_since, ?)', [failure.time]),
      last_failure: now,
      last_error: failure.attempt.error,
    };
    return releaseLane(trx, lane, {
      position,
      ordinal,
      ahead: deliveredAhead.length > 0 ? JSON.stringify(deliveredAhead) : null,
      next_time: next,
      ...successColumns,
      ...(failureColumns ?? (delivered > 0 || !hasRemaining ? { attempts: 0, failing_since: null } : {})),
    });
  });
}

/** Skips changes that retention has removed and records that they were lost. */
export function skipLostChanges(db: Database, lane: ClaimedLane, lost: NonNullable<Window['lost']>): Promise<boolean> {
  const { count, position, ordinal } = lost;
  const error = `${count} changes were removed by retention before they were delivered`;
  const now = lane.now();
  const deliveredAhead = [...lane.deliveredAhead].filter((change) => change > position);
  return transact(db, async (trx) => {
    await insertDeliveries(trx, [
      {
        subscriber_id: lane.subscriberId,
        entity: lane.entity,
        position: null,
        message_id: '',
        kind: 'change',
        outcome: 'lost',
        attempt: 0,
        time: now,
        duration: 0,
        status: null,
        error,
        answer: null,
      },
    ]);
    return releaseLane(trx, lane, {
      position,
      ordinal,
      ahead: deliveredAhead.length > 0 ? JSON.stringify(deliveredAhead) : null,
      attempts: 0,
      next_time: now,
      last_failure: now,
      last_error: error,
    });
  });
}

/** Deactivates a subscriber that answered 410, unless its URL was changed meanwhile. */
async function deactivateSubscriber(
  trx: Transaction,
  { subscriberId: id, url }: ClaimedLane,
  now: Date,
): Promise<void> {
  const updatedCount = await trx('subscriber')
    .where({ id, url, active: 1 })
    .update({ active: 0, off_reason: 'gone', version: trx.raw('version + 1'), update_time: now, updated_by: 'system' });
  if (updatedCount === 0) return;
  const { name } = await trx('subscriber').where({ id }).first('name');
  await logAct(trx, {
    act: 'subscriberSwitchedOff',
    target: { kind: 'subscriber', id, name },
    details: { reason: 'HTTP 410' },
    userId: null,
    username: 'system',
    address: '',
    client: '',
  });
}
