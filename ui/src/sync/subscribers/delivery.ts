import type { Schemas } from '#api/facts.gen.ts';
import { enums } from '#api/facts.gen.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';

export type Delivery = Schemas['Delivery'];
export type DeliveryFound = Schemas['DeliveryFoundAnswer']['data'];
export type Outcome = Schemas['DeliveryOutcome'];

export const outcomes = enums.DeliveryOutcome;

export const outcomeMarks: Record<Outcome, DotTone> = {
  delivered: 'ok',
  failed: 'bad',
  parked: 'bad',
  gone: 'bad',
  skipped: 'idle',
  lost: 'bad',
};

/** Whether a request went out: what is skipped or lost never did. */
export const wasSent = ({ outcome }: Pick<Delivery, 'outcome'>) => outcome !== 'skipped' && outcome !== 'lost';

/** What went wrong beyond the status, which stands beside it. */
export const furtherError = ({ status, error }: Pick<Delivery, 'status' | 'error'>) =>
  error === `HTTP ${status}` ? null : error;

/** Whether the next try lies ahead. */
export const isDue = ({ nextTime }: Pick<Delivery, 'nextTime'>, now = Date.now()) =>
  nextTime !== null && Date.parse(nextTime) > now;

/** JSON laid out to be read; anything else as it came. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Why a delivery cannot be sent again; undefined where it can. */
export function resendRefusal({ delivery, request }: DeliveryFound): 'testNotResent' | 'nothingToResend' | undefined {
  if (delivery.kind === 'test') return 'testNotResent';
  return delivery.record === null || request === null ? 'nothingToResend' : undefined;
}
