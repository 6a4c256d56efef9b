import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { fromJson, type Secrets } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Subscriber } from '#http/operation-types.ts';

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

/** What is read of a row of `subscriber`, beside `now`: the database's clock. */
interface RecipientRow {
  url: string;
  filter: unknown;
  secret: string;
  earlier_secret: string | null;
  earlier_secret_until: Date | null;
  now: Date;
}

export interface Recipient {
  url: string;
  /** As they are stored. */
  secrets: string[];
  filter: Subscriber['filter'];
}

/** Where and how a subscriber is sent to: both secrets sign while one is exchanged. */
export function recipientOf({
  url,
  filter,
  secret,
  earlier_secret,
  earlier_secret_until,
  now,
}: RecipientRow): Recipient {
  const both = earlier_secret && earlier_secret_until && earlier_secret_until > now;
  return {
    url,
    secrets: both ? [secret, earlier_secret] : [secret],
    filter: fromJson(filter),
  };
}

/** What signs the messages to a subscriber. */
export const openSecrets = (secrets: Secrets, subscriberId: number, { secrets: stored }: Pick<Recipient, 'secrets'>) =>
  stored.map((each) => secrets.fromStored(`subscriber ${subscriberId}`, each));
