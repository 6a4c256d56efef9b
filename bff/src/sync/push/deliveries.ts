import { type Database, type Transaction, transact } from '#database';
import type { Schemas } from '#http/contract.ts';
import { NO_LEASE, writeLeased } from '#leases';
import { logAct } from '#user-log/user-log.ts';
import { type ClaimedLane, leaseOf } from './lanes.ts';
import type { Attempt, Retry } from './sender.ts';
import type { Progress, SentChange, Window } from './window.ts';

/** A row of `delivery`, without its id. */
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
  /** JSON of the contract's `DeliveryRequest`, for a test; what else was sent is in the feed. */
  request?: string;
  reason?: string;
  actor?: string;
  next_time?: Date | null;
}

/** What all attempts have in common. */
export const attemptColumns = ({ status, error, answer, duration }: Attempt) => ({ status, error, answer, duration });

/** The rows of a window's attempts; the first failure has the verdict, those in flight beside it will be tried again. */
function changeRows(
  lane: ClaimedLane,
  sent: SentChange[],
  failureColumns?: { retry: Retry; next: Date; first: SentChange },
) {
  return sent.map((each): DeliveryRow => {
    const { item, attempt, time } = each;
    const retry = each === failureColumns?.first ? failureColumns.retry.outcome : 'failed';
    return {
      subscriber_id: lane.subscriberId,
      entity: lane.entity,
      position: item.position,
      message_id: item.id,
      kind: 'change',
      outcome: attempt.delivered ? 'delivered' : retry,
      // what has been tried before is tried by itself
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

/** Gives a lane back. False where it is another worker's by now, or was moved. */
const releaseLane = (trx: Transaction, lane: ClaimedLane, columns: object): Promise<boolean> =>
  writeLeased(trx, leaseOf(lane), { ...columns, ...NO_LEASE });

/** Writes down what became of a window, and gives the lane back; what was sent is written down in any case. */
export function finishWindow(
  db: Database,
  lane: ClaimedLane,
  { position, ordinal, ahead, delivered, failure, left }: Progress,
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
      ahead: ahead.length > 0 ? JSON.stringify(ahead) : null,
      next_time: next,
      ...successColumns,
      ...(failureColumns ?? (delivered > 0 || !left ? { attempts: 0, failing_since: null } : {})),
    });
  });
}

/** Goes on behind what retention has removed, and says so. */
export function skipLostChanges(db: Database, lane: ClaimedLane, lost: NonNullable<Window['lost']>): Promise<boolean> {
  const { count, position, ordinal } = lost;
  const error = `${count} changes were removed by retention before they were delivered`;
  const now = lane.now();
  const ahead = [...lane.ahead].filter((each) => each > position);
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
      ahead: ahead.length > 0 ? JSON.stringify(ahead) : null,
      attempts: 0,
      next_time: now,
      last_failure: now,
      last_error: error,
    });
  });
}

/** A receiver that is gone for good ends its subscription; not where its address was changed meanwhile. */
async function deactivateSubscriber(
  trx: Transaction,
  { subscriberId: id, url }: ClaimedLane,
  now: Date,
): Promise<void> {
  const written = await trx('subscriber')
    .where({ id, url, active: 1 })
    .update({ active: 0, off_reason: 'gone', version: trx.raw('version + 1'), update_time: now, updated_by: 'system' });
  if (written === 0) return;
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
