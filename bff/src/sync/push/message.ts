import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Schemas } from '#http/contract.ts';

/** What is sent: the same id and body however often. */
export interface Message {
  id: string;
  body: string;
}

/** A change as a subscriber gets it, the same on every retry and replay. */
export const changeMessage = (item: Schemas['ChangeItem']): Message => ({
  id: item.id,
  body: JSON.stringify({
    type: item.deleted ? 'record.deleted' : 'record.changed',
    timestamp: item.time,
    data: item,
  }),
});

export const testMessage = (time: Date): Message => ({
  id: `test_${randomUUID()}`,
  body: JSON.stringify({ type: 'test', timestamp: time.toISOString(), data: {} }),
});

/** By the Standard Webhooks scheme, with each secret that is valid: a receiver knows one of them. */
export const signedHeaders = ({ id, body }: Message, secrets: string[], time: Date) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
});

/** A request as a person is shown it: without the signatures. */
export function shownRequest(message: Message, url: string, time: Date): Schemas['DeliveryRequest'] {
  const { 'webhook-signature': _, ...headers } = signedHeaders(message, [], time);
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: message.body };
}
