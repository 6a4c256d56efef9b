import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Sent } from './chains.ts';
import type { ClaimedLane } from './lanes.ts';
import type { Attempt } from './sender.ts';
import type { Verdict } from './verdict.ts';

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
export function changeRows(lane: ClaimedLane, sent: Sent[], failed?: { verdict: Verdict; next: Date; first: Sent }) {
  return sent.map((each): DeliveryRow => {
    const { item, attempt, time } = each;
    const verdict = each === failed?.first ? failed.verdict.outcome : 'failed';
    return {
      subscriber_id: lane.subscriberId,
      entity: lane.entity,
      position: item.position,
      message_id: item.id,
      kind: 'change',
      outcome: attempt.delivered ? 'delivered' : verdict,
      // what has been tried before is tried by itself
      attempt: lane.attempts + 1,
      time,
      ...attemptColumns(attempt),
      next_time: attempt.delivered || verdict !== 'failed' ? null : (failed?.next ?? null),
    };
  });
}

export const insertDeliveries = async (db: Database, rows: DeliveryRow[]) => {
  if (rows.length > 0) await db('delivery').insert(rows);
};
