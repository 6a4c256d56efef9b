import type { Database, SecretCodec } from '#database';
import { mayRead, type Reader } from '#http/caller.ts';
import type { OperationId, Schemas } from '#http/contract.ts';
import type { Handlers, Request } from '#http/operation-types.ts';
import { logAct, logActorOf } from '#user-log/user-log.ts';
import type { ReadListenAddresses } from '../push/listen-addresses.ts';
import { createSingleSender, type SingleSender } from '../push/single-messages.ts';
import { laneValueChange, subscriberLogTarget } from '../status/change-lane.ts';
import { findDelivery, readDeliveryPage } from '../status/deliveries.ts';
import { endEarlierKey, rotateKey } from './keys.ts';
import { listSubscribers } from './list-subscribers.ts';
import { findSubscriber, type SubscriberData } from './subscriber.ts';
import { createSubscriber, deleteSubscriber, updateSubscriber } from './write-subscriber.ts';

type SubscriberOperation = Extract<
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

const EMPTY_RESPONSE = { status: 200 as const, data: {} };

/** Removes the names of countries if the reader may not see those. */
const hideCountryNames = <T extends { labels: Schemas['Labels'] }>(reader: Reader, data: T): T =>
  mayRead(reader, 'country') ? data : { ...data, labels: {} };

const toSubscriberResponse = (reader: Reader, subscriber: SubscriberData) => ({
  status: 200 as const,
  data: hideCountryNames(reader, subscriber),
  version: subscriber.record.version,
});

/** Creates the handlers of subscribers, their keys and deliveries. */
export function subscriberHandlers(deps: {
  db: Database;
  secrets: SecretCodec;
  readListenAddresses: ReadListenAddresses;
}): Pick<Handlers, SubscriberOperation> {
  const { db } = deps;
  const sendingDeps = { db, sendNow: createSingleSender(deps) };
  return {
    listSubscribers: async ({ query, caller }) => ({
      status: 200,
      data: hideCountryNames(caller, await listSubscribers(db, query)),
    }),

    createSubscriber: async (request) => {
      const data = hideCountryNames(request.caller, await createSubscriber(deps, request));
      return { status: 201, data, version: data.record.version };
    },

    getSubscriber: async ({ path, caller }) => toSubscriberResponse(caller, await findSubscriber(db, path.id)),

    updateSubscriber: async (request) => toSubscriberResponse(request.caller, await updateSubscriber(deps, request)),

    deleteSubscriber: async (request) => {
      await deleteSubscriber(db, request);
      return EMPTY_RESPONSE;
    },

    exchangeSubscriberSecret: async (request) => {
      const { newKey: secret, earlierUntil } = await rotateKey(deps, request, 'secret');
      return { status: 200, data: { secret, earlierUntil } };
    },

    endEarlierSecret: async (request) => {
      await endEarlierKey(db, request, 'secret');
      return EMPTY_RESPONSE;
    },

    exchangeSubscriberToken: async (request) => {
      const { newKey: token, earlierUntil } = await rotateKey(deps, request, 'token');
      return { status: 200, data: { token, earlierUntil } };
    },

    endEarlierToken: async (request) => {
      await endEarlierKey(db, request, 'token');
      return EMPTY_RESPONSE;
    },

    testSubscriber: async (request) => ({ status: 200, data: await sendTest(sendingDeps, request) }),

    listDeliveries: async ({ path, query, caller }) => {
      await findSubscriber(db, path.id);
      return { status: 200, data: await readDeliveryPage(db, path.id, query, caller) };
    },

    getDelivery: async ({ path, caller }) => ({
      status: 200,
      data: await findDelivery(db, path.id, path.deliveryId, caller),
    }),

    resendDelivery: async (request) => ({ status: 200, data: await resend(sendingDeps, request) }),
  };
}

type Detail = Schemas['DeliveryFoundAnswer']['data'];

/** What sending single messages on request needs. */
interface SendingDeps {
  db: Database;
  sendNow: SingleSender;
}

async function sendTest({ db, sendNow }: SendingDeps, request: Request<'testSubscriber'>): Promise<Detail> {
  const { id } = request.path;
  const sent = await sendNow.sendTest(id, request.caller.username);
  await logAct(db, { act: 'subscriberTested', ...logActorOf(request), target: await readLogTarget(db, id) });
  return findDelivery(db, id, sent.id, request.caller);
}

async function resend({ db, sendNow }: SendingDeps, request: Request<'resendDelivery'>): Promise<Detail> {
  const { id, deliveryId } = request.path;
  const sent = await sendNow.resend(id, deliveryId, request.caller.username);
  const detail = await findDelivery(db, id, sent.id, request.caller);
  const { entity, position } = detail.delivery;
  const details = entity ? { changes: [laneValueChange(entity, 'position', null, position)] } : {};
  await logAct(db, { act: 'changeResent', ...logActorOf(request), target: await readLogTarget(db, id), details });
  return detail;
}

async function readLogTarget(db: Database, id: number) {
  const subscriber = await db('subscriber').where('id', id).first('name');
  // the subscriber may have been deleted meanwhile
  return subscriberLogTarget({ id, name: subscriber?.name ?? '' });
}
