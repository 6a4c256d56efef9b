import { fromJson, type Secrets } from '#database';
import type { Subscriber } from '#http/operation-types.ts';

/** What is read of a row of `subscriber`, beside `now`: the database's clock. */
export interface RecipientRow {
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
