import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { fromJson, type SecretCodec } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Subscriber } from '#http/operation-types.ts';

/** A message; retries have the same id and body. */
export interface Message {
  id: string;
  body: string;
}

/** Creates the message of a change, which is the same for every retry and replay until the database is restored from a backup. */
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

/** Signs a message by the Standard Webhooks scheme with every valid secret, as the receiver knows one of them. */
export const signedHeaders = ({ id, body }: Message, secrets: string[], time: Date) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(' '),
});

/** Returns a request for display, without signatures. */
export function toDisplayedRequest(message: Message, url: string, time: Date): Schemas['DeliveryRequest'] {
  const { 'webhook-signature': _, ...headers } = signedHeaders(message, [], time);
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: message.body };
}

/** What the column `url` has for a subscriber that only pulls. */
export const NO_URL = '';

/** Columns of `subscriber`, and the current time by the database's clock. */
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
  /** In their stored form. */
  secrets: string[];
  filter: Subscriber['filter'];
}

/** Returns the URL, filter and secrets of a subscriber; for a while after the secret was replaced, both sign. */
export function toRecipient({
  url,
  filter,
  secret,
  earlier_secret,
  earlier_secret_until,
  now,
}: RecipientRow): Recipient {
  const hasEarlierSecret = earlier_secret && earlier_secret_until && earlier_secret_until > now;
  return {
    url,
    secrets: hasEarlierSecret ? [secret, earlier_secret] : [secret],
    filter: fromJson(filter),
  };
}

/** Decrypts the secrets that sign the messages to a subscriber. */
export const decryptSecrets = (
  secrets: SecretCodec,
  subscriberId: number,
  { secrets: stored }: Pick<Recipient, 'secrets'>,
) => stored.map((secret) => secrets.decryptIfEncrypted(`subscriber ${subscriberId}`, secret));
