import type { Schemas } from '#api/metadata.gen.ts';
import { enums } from '#api/metadata.gen.ts';
import { serverNow } from '#api/server-time.ts';

export type Delivery = Schemas['Delivery'];
export type DeliveryDetail = Schemas['DeliveryFoundAnswer']['data'];
export type DeliveryOutcome = Schemas['DeliveryOutcome'];

export const deliveryOutcomes = enums.DeliveryOutcome;

/** Returns true if a request was sent, which is not the case for skipped and lost deliveries. */
export const wasSent = ({ outcome }: Pick<Delivery, 'outcome'>) => outcome !== 'skipped' && outcome !== 'lost';

/** Returns the error if it says more than the status, which is shown next to it. */
export const errorBesidesStatus = ({ status, error }: Pick<Delivery, 'status' | 'error'>) =>
  error === `HTTP ${status}` ? null : error;

/** Returns true if the next attempt is in the future. */
export const isRetryPending = ({ nextTime }: Pick<Delivery, 'nextTime'>, now = serverNow()) =>
  nextTime !== null && Date.parse(nextTime) > now;

/** Formats JSON with indentation, and returns other text unchanged. */
export function prettyPrintJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Returns the key of the reason why a delivery cannot be resent, or undefined if it can. */
export function resendRefusalKey({
  delivery,
  request,
}: DeliveryDetail): 'testNotResent' | 'nothingToResend' | undefined {
  if (delivery.kind === 'test') return 'testNotResent';
  return delivery.record === null || request === null ? 'nothingToResend' : undefined;
}
