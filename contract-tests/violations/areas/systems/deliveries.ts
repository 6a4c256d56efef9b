import { dropQuery, inData, inEachItem, inItems } from '../../kit/edits.ts';
import { ops } from '../../kit/operations.ts';
import { type Data, type Declaration, type EditPush, violationsOf } from '../../kit/violation.ts';

const WEBHOOK = '#/webhooks/change/post';
const DELIVERY = '#/components/schemas/Delivery/properties';
const LIST = '#/paths/~1api~1v1~1subscribers~1{id}~1deliveries/get';
const list = ops('listDeliveries');
const one = ops('getDelivery', 'testSubscriber', 'resendDelivery');

/** Something is wrong with what is pushed. */
function pushed(id: string, at: string, breaks: string, push: EditPush): Declaration {
  return {
    id,
    at,
    breaks,
    on: ops('testSubscriber', 'resendDelivery', 'createSubscriber', 'listDeliveries', 'replayLane'),
    push,
  };
}

const inHeader =
  (name: string, edit: (value: string) => string): EditPush =>
  ({ headers }) => {
    const value = headers[name];
    if (value !== undefined) headers[name] = edit(value);
  };

const withoutHeader =
  (name: string): EditPush =>
  ({ headers }) => {
    delete headers[name];
  };

const inEvent =
  (edit: (event: Data) => unknown): EditPush =>
  (push) => {
    const event = JSON.parse(push.body);
    edit(event);
    push.body = JSON.stringify(event);
  };

const inDeliveries = (edit: (delivery: Data) => unknown) =>
  inData((data) => {
    for (const delivery of data.items ?? data.deliveries ?? [data.delivery]) if (delivery) edit(delivery);
  });

export const deliveryViolations = violationsOf('deliveries', [
  pushed(
    'delivery-signature-wrong',
    WEBHOOK,
    'Signed as Standard Webhooks has it.',
    inHeader('webhook-signature', (value) => value.replace(/v1,../g, 'v1,AA')),
  ),
  pushed(
    'delivery-signature-without-version',
    WEBHOOK,
    '`webhook-signature`, one `v1,…` for each valid secret',
    inHeader('webhook-signature', (value) => value.replaceAll('v1,', '')),
  ),
  pushed(
    'delivery-signature-missing',
    WEBHOOK,
    'Signed as Standard Webhooks has it.',
    withoutHeader('webhook-signature'),
  ),
  pushed(
    'delivery-signed-with-one-secret-only',
    'docs/subscribing.md, Push',
    '`webhook-signature` has several, separated by spaces, while the secret is replaced.',
    inHeader('webhook-signature', (value) => value.split(' ')[0] ?? ''),
  ),
  pushed(
    'delivery-timestamp-in-milliseconds',
    WEBHOOK,
    '`webhook-timestamp` (seconds)',
    inHeader('webhook-timestamp', (value) => `${value}000`),
  ),
  pushed('delivery-id-missing', WEBHOOK, 'webhook-id', withoutHeader('webhook-id')),
  pushed(
    'delivery-id-differs-at-each-try',
    WEBHOOK,
    'The id stays the same however often a change is sent.',
    inHeader('webhook-id', (value) => `${value}-${Date.now()}`),
  ),
  pushed(
    'delivery-content-type-is-text',
    `${WEBHOOK}/requestBody/content`,
    'content: application/json',
    inHeader('content-type', () => 'text/plain'),
  ),
  pushed(
    'delivery-without-type',
    '#/components/schemas/ChangeEvent',
    'required: [type, timestamp, data]',
    inEvent((event) => delete event.type),
  ),
  pushed(
    'delivery-of-deletion-says-changed',
    '#/components/schemas/ChangeEvent/properties/type',
    'enum: [record.changed, record.deleted, test]',
    inEvent((event) => event.type === 'record.deleted' && Object.assign(event, { type: 'record.changed' })),
  ),
  pushed(
    'delivery-of-test-says-changed',
    '#/paths/~1api~1v1~1subscribers~1{id}~1test/post',
    'Signed like all others, of type `test`.',
    inEvent((event) => event.type === 'test' && Object.assign(event, { type: 'record.changed' })),
  ),
  pushed(
    'delivery-lacks-record',
    '#/components/schemas/ChangeEvent/properties/data',
    '`data` is an item of the feed.',
    inEvent(({ data }) => data.record && Object.assign(data, { record: null })),
  ),
  {
    id: 'delivery-410-does-not-switch-off',
    at: WEBHOOK,
    breaks: '410 switches the subscriber off.',
    on: ops('getSubscriber', 'listSubscribers'),
    receiverStatus: (status) => (status === 410 ? 500 : status),
  },
  {
    id: 'delivery-refusal-counts-as-taken',
    at: WEBHOOK,
    breaks: 'Any 2xx is success; all else is tried again.',
    on: list,
    receiverStatus: (status) => (status >= 400 && status !== 410 ? 200 : status),
  },
  {
    id: 'deliveries-entity-ignored',
    at: LIST,
    breaks: 'entity: deliveries of one kind',
    on: list,
    request: dropQuery('entity'),
  },
  {
    id: 'deliveries-outcome-ignored',
    at: LIST,
    breaks: 'outcome: deliveries with this outcome',
    on: list,
    request: dropQuery('outcome'),
  },
  {
    id: 'deliveries-lack-newest',
    at: LIST,
    breaks: 'What was sent to a subscriber, newest first.',
    on: list,
    response: inItems((items) => items.shift()),
  },
  {
    id: 'deliveries-say-delivered',
    at: `${DELIVERY}/outcome`,
    breaks: 'outcome: delivered, failed, parked, gone, skipped or lost',
    on: (operation) => list(operation) || one(operation),
    response: inDeliveries((delivery) => Object.assign(delivery, { outcome: 'delivered' })),
  },
  {
    id: 'delivery-status-missing',
    at: `${DELIVERY}/status`,
    breaks: 'Of HTTP; null where no answer came.',
    on: (operation) => list(operation) || one(operation),
    response: inDeliveries((delivery) => Object.assign(delivery, { status: null })),
  },
  {
    id: 'delivery-attempt-always-one',
    at: `${DELIVERY}/attempt`,
    breaks: 'attempt: which try it was',
    on: list,
    response: inDeliveries((delivery) => Object.assign(delivery, { attempt: 1 })),
  },
  {
    id: 'delivery-kind-always-change',
    at: `${DELIVERY}/kind`,
    breaks: 'DeliveryKind: change, test, resend',
    on: (operation) => list(operation) || one(operation),
    response: inDeliveries((delivery) => Object.assign(delivery, { kind: 'change' })),
  },
  {
    id: 'delivery-record-missing',
    at: `${DELIVERY}/record`,
    breaks: 'Null for a test, and where retention has removed the change.',
    on: (operation) => list(operation) || one(operation),
    response: inDeliveries((delivery) => Object.assign(delivery, { record: null })),
  },
  {
    id: 'delivery-actor-missing',
    at: `${DELIVERY}/actor`,
    breaks: 'Who skipped, tested or sent it again.',
    on: (operation) => list(operation) || one(operation),
    response: inDeliveries((delivery) => Object.assign(delivery, { actor: null })),
  },
  {
    id: 'delivery-next-time-missing',
    at: `${DELIVERY}/nextTime`,
    breaks: 'When it was to be tried again.',
    on: list,
    response: inDeliveries((delivery) => Object.assign(delivery, { nextTime: null })),
  },
  {
    id: 'delivery-request-missing',
    at: '#/components/schemas/DeliveryFoundAnswer (request)',
    breaks: 'One delivery, with its request and answer.',
    on: one,
    response: inData((data) => Object.assign(data, { request: null })),
  },
  {
    id: 'delivery-answer-missing',
    at: '#/components/schemas/DeliveryFoundAnswer (answer)',
    breaks: 'The first 2 KiB.',
    on: one,
    response: inData((data) => Object.assign(data, { answer: null })),
  },
  {
    id: 'resend-gets-new-message-id',
    at: '#/paths/~1api~1v1~1subscribers~1{id}~1deliveries~1{deliveryId}~1resend/post',
    breaks: 'Under the same `webhook-id`.',
    on: ops('resendDelivery'),
    response: inData(({ delivery }) => Object.assign(delivery, { messageId: `${delivery.messageId}-2` })),
  },
  {
    id: 'deliveries-are-of-first-subscriber',
    at: LIST,
    breaks: 'What was sent to a subscriber (404 where there is none).',
    on: list,
    response: (answer) => {
      if (answer.status !== 404) return;
      Object.assign(answer, { status: 200 });
      answer.json = { code: 200, message: 'OK', data: { items: [], nextCursor: null, total: 0, totalCapped: false } };
    },
  },
  {
    id: 'message-id-is-number-of-delivery',
    at: `${DELIVERY}/messageId`,
    breaks: 'messageId: the `webhook-id` with which it was sent',
    on: list,
    response: inEachItem((item) => Object.assign(item, { messageId: String(item.id) })),
  },
]);
