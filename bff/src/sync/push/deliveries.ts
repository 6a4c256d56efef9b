import { type Database, type Transaction, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import { NO_LEASE, writeLeased } from '#leases';
import { logAct } from '#user-log/user-log.ts';
import { type ClaimedLane, leaseOf } from './lanes.ts';
import type { Plan, Progress } from './progress.ts';
import type { Attempt } from './sender.ts';
import type { SendResult, Window } from './window.ts';

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

/** Returns the rows of a window's attempts. */
function deliveryRows(
  lane: ClaimedLane,
  sent: SendResult[],
  { failures, retries }: Progress,
  earlier: Plan['failures'],
) {
  const nextTimes = new Map(failures.map(({ position, nextTime }) => [position, nextTime]));
  return sent.map((change): DeliveryRow => {
    const { item, attempt, time } = change;
    const outcome = attempt.delivered ? 'delivered' : (retries.get(change)?.outcome ?? 'failed');
    const nextTime = nextTimes.get(item.position);
    return {
      subscriber_id: lane.subscriberId,
      entity: lane.entity,
      position: item.position,
      message_id: item.id,
      kind: 'change',
      outcome,
      attempt: (earlier.get(item.position)?.attempts ?? 0) + 1,
      time,
      ...attemptColumns(attempt),
      next_time: outcome === 'failed' && nextTime ? new Date(nextTime) : null,
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
  progress: Progress,
  sent: SendResult[],
  earlier: Plan['failures'],
): Promise<boolean> {
  const { position, ordinal, deliveredAhead, delivered, failures, retries, examined, waiting, nextTime } = progress;
  const now = lane.now();
  const [first] = failures;
  const lastFailure = sent.findLast(({ attempt }) => !attempt.delivered);
  return transact(db, async (trx) => {
    if ([...retries.values()].some(({ outcome }) => outcome === 'gone')) await deactivateSubscriber(trx, lane, now);
    await insertDeliveries(trx, deliveryRows(lane, sent, progress, earlier));
    const successColumns = delivered > 0 ? { last_success: now, delivered: trx.raw('delivered + ?', delivered) } : {};
    const failureColumns = lastFailure && {
      failing_since: trx.raw('COALESCE(failing_since, ?)', [lastFailure.time]),
      last_failure: now,
      last_error: lastFailure.attempt.error,
    };
    const failureState = (await wasRetriedMeanwhile(trx, lane))
      ? { attempts: 0, failures: null, examined: null, parked: 0, next_time: now }
      : {
          attempts: first?.attempts ?? 0,
          failures: first ? JSON.stringify(failures) : null,
          examined,
          waiting,
          parked: first && nextTime === null ? 1 : 0,
          next_time: nextTime === null ? now : new Date(nextTime),
        };
    return releaseLane(trx, lane, {
      position,
      ordinal,
      ahead: deliveredAhead.length > 0 ? JSON.stringify(deliveredAhead) : null,
      ...failureState,
      ...(first ? {} : { failing_since: null }),
      ...successColumns,
      ...failureColumns,
    });
  });
}

/** Whether a person has asked for a retry since the lane was claimed, which the results of the window must not undo. */
async function wasRetriedMeanwhile(trx: Transaction, lane: ClaimedLane): Promise<boolean> {
  if (lane.attempts === 0) return false;
  const row = await trx('sync_lane')
    .where(leaseOf(lane).where)
    .forUpdate()
    .first('attempts', 'parked', { nextTime: 'next_time' });
  if (!row) return false;
  return (
    row.attempts !== lane.attempts ||
    (row.parked === 1) !== lane.isParked ||
    row.nextTime.getTime() !== lane.nextTime.getTime()
  );
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
