import type { Database, SecretCodec } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import { Problem } from '#http/problem.ts';
import { attemptColumns, type DeliveryRow } from './deliveries.ts';
import { whereLane } from './lanes.ts';
import type { ReadListenAddresses } from './listen-addresses.ts';
import {
  changeMessage,
  decryptSecrets,
  type Message,
  NO_URL,
  testMessage,
  toDisplayedRequest,
  toRecipient,
} from './messages.ts';
import { createSender } from './sender.ts';

/** A row of `delivery` as it was written. */
type StoredDelivery = DeliveryRow & { id: number };

/** Sends single messages on request. */
export interface SingleSender {
  /** Sends a test event, even to an inactive subscriber. `actor` is a user name. @throws Problem notFound; invalidTransition without a URL */
  sendTest(subscriberId: number, actor: string): Promise<StoredDelivery>;
  /**
   * Sends the change of a delivery again. @throws Problem notFound; invalidTransition if the delivery was no change, retention has removed
   * it, or the subscriber no longer receives it
   */
  resend(subscriberId: number, deliveryId: number, actor: string): Promise<StoredDelivery>;
}

/** Less than the time limit of a request, as the user waits for the result. */
const TIMEOUT_MS = 8000;

interface SendNowDeps {
  db: Database;
  secrets: SecretCodec;
  readListenAddresses: ReadListenAddresses;
}

/** Creates a sender of single messages, which are recorded as deliveries but do not affect the lanes. */
export function createSingleSender({ db, secrets: secretStore, readListenAddresses }: SendNowDeps): SingleSender {
  const sender = createSender(readListenAddresses);

  const send = async (
    subscriber: RecipientData,
    message: Message,
    delivery: DeliveryContext,
  ): Promise<StoredDelivery> => {
    const { id: subscriber_id, url, now: time } = subscriber;
    const secrets = decryptSecrets(secretStore, subscriber_id, subscriber);
    const attempt = await sender.send(message, { url, secrets }, time, TIMEOUT_MS);
    const row: DeliveryRow = {
      subscriber_id,
      message_id: message.id,
      attempt: 1,
      time,
      ...attemptColumns(attempt),
      ...delivery,
      outcome: attempt.delivered ? 'delivered' : 'failed',
    };
    const [id = 0] = await db('delivery').insert(row);
    return { ...row, id };
  };
  return {
    async sendTest(subscriberId, actor) {
      const subscriber = await readRecipient(db, subscriberId);
      const message = testMessage(subscriber.now);
      const request = JSON.stringify(toDisplayedRequest(message, subscriber.url, subscriber.now));
      return send(subscriber, message, { kind: 'test', entity: null, position: null, request, actor });
    },
    async resend(subscriberId, deliveryId, actor) {
      const subscriber = await readRecipient(db, subscriberId);
      const delivery = await db('delivery').where({ id: deliveryId, subscriber_id: subscriberId }).first('position');
      if (!delivery) throw new Problem('notFound');
      const item = await readChangeFor(db, delivery.position, subscriber);
      if (!item) throw new Problem('invalidTransition');
      const { entity, position } = item;
      return send(subscriber, changeMessage(item), { kind: 'resend', entity, position, actor });
    },
  };
}

type DeliveryContext = Pick<DeliveryRow, 'kind' | 'entity' | 'position' | 'request' | 'actor'>;
type RecipientData = Awaited<ReturnType<typeof readRecipient>>;

async function readRecipient(db: Database, id: number) {
  const row = await db('subscriber')
    .where({ id })
    .first('*', { now: db.raw('NOW(3)') });
  if (!row) throw new Problem('notFound');
  if (row.url === NO_URL) throw new Problem('invalidTransition');
  const now: Date = row.now;
  return { id, ...toRecipient(row), now };
}

async function readChangeFor(db: Database, position: number | null, { id: subscriberId, filter }: RecipientData) {
  if (position === null) return null;
  const [row] = await readFeedRows(db, { after: position - 1, limit: 1 });
  if (row?.position !== position) return null;
  const lane = await db('sync_lane')
    .where(whereLane({ subscriberId, entity: row.entity }))
    .first('entity');
  return lane ? toChangeItem(row, await loadChangeFilter(db, filter)) : null;
}
