import type { Database, Secrets } from '#database';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import { mayRead, type Reader } from '#http/permissions.ts';
import type { Listening } from '../push/listen-addresses.ts';
import { createSendNow } from '../push/send-now.ts';
import { deliveryPage, findDelivery } from '../status/deliveries.ts';
import { deleteSubscriber } from './delete-subscriber.ts';
import { endEarlier, exchange } from './keys.ts';
import { listSubscribers } from './list-subscribers.ts';
import { findSubscriber } from './lock-subscriber.ts';
import { createSubscriber, updateSubscriber } from './save-subscriber.ts';
import { resend, sendTest } from './send.ts';
import type { Found } from './subscriber.ts';

export type SubscriberOperation = Extract<
  OperationId,
  | 'listSubscribers'
  | 'createSubscriber'
  | 'getSubscriber'
  | 'updateSubscriber'
  | 'deleteSubscriber'
  | 'exchangeSubscriberSecret'
  | 'endEarlierSecret'
  | 'exchangeSubscriberToken'
  | 'endEarlierToken'
  | 'testSubscriber'
  | 'listDeliveries'
  | 'getDelivery'
  | 'resendDelivery'
>;

const done = { status: 200 as const, data: {} };

/** Without the names of countries for whoever may not read those. */
const shownTo = <T extends { labels: Schemas['Labels'] }>(reader: Reader, data: T): T =>
  mayRead(reader, 'country') ? data : { ...data, labels: {} };

const answer = (reader: Reader, found: Found) => ({
  status: 200 as const,
  data: shownTo(reader, found),
  version: found.record.version,
});

/** Subscribers, their keys, and what was sent to them. */
export function subscriberHandlers(deps: {
  db: Database;
  secrets: Secrets;
  listening: Listening;
}): Pick<Handlers, SubscriberOperation> {
  const { db } = deps;
  const sending = { db, sendNow: createSendNow(deps) };
  return {
    listSubscribers: async ({ query, caller }) => ({
      status: 200,
      data: shownTo(caller, await listSubscribers(db, query)),
    }),

    createSubscriber: async (request) => {
      const data = shownTo(request.caller, await createSubscriber(deps, request));
      return { status: 201, data, version: data.record.version };
    },

    getSubscriber: async ({ path, caller }) => answer(caller, await findSubscriber(db, path.id)),

    updateSubscriber: async (request) => answer(request.caller, await updateSubscriber(deps, request)),

    deleteSubscriber: async (request) => {
      await deleteSubscriber(db, request);
      return done;
    },

    exchangeSubscriberSecret: async (request) => {
      const { made: secret, earlierUntil } = await exchange(deps, request, 'secret');
      return { status: 200, data: { secret, earlierUntil } };
    },

    endEarlierSecret: async (request) => {
      await endEarlier(db, request, 'secret');
      return done;
    },

    exchangeSubscriberToken: async (request) => {
      const { made: token, earlierUntil } = await exchange(deps, request, 'token');
      return { status: 200, data: { token, earlierUntil } };
    },

    endEarlierToken: async (request) => {
      await endEarlier(db, request, 'token');
      return done;
    },

    testSubscriber: async (request) => ({ status: 200, data: await sendTest(sending, request) }),

    listDeliveries: async ({ path, query, caller }) => {
      await findSubscriber(db, path.id);
      return { status: 200, data: await deliveryPage(db, path.id, query, caller) };
    },

    getDelivery: async ({ path, caller }) => ({
      status: 200,
      data: await findDelivery(db, path.id, path.deliveryId, caller),
    }),

    resendDelivery: async (request) => ({ status: 200, data: await resend(sending, request) }),
  };
}
