import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { sequenceAll } from '../feed/changes.ts';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeVersions } from '../push/kit/changes.ts';
import { receiverSecret, startReceiver, type TestReceiver } from '../push/kit/receiver.ts';
import { createTestPusher } from '../push/kit/worker.ts';
import { createSubscriberClient, type SubscriberBody } from './subscribers.ts';

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
let receiver: TestReceiver;
let pusher: Pusher;
let recordId = 3_000_000;

beforeAll(async () => {
  service = await startService();
  subscribers = await createSubscriberClient(service);
  receiver = await startReceiver();
  pusher = createTestPusher(service.db);
});
beforeEach(async () => {
  await service.db('subscriber').delete();
  receiver.behave(() => 'accept');
});
afterAll(async () => {
  await pusher.stop();
  await receiver.close();
  await service.stop();
});

/** Creates a subscriber whose secret the receiver has. */
async function createReceivingSubscriber(changes: Partial<SubscriberBody> = {}) {
  await sequenceAll(service.db);
  const subscriber = await subscribers.create({ url: receiver.url, ...changes });
  await service.db('subscriber').where('id', subscriber.id).update({ secret: receiverSecret });
  return subscriber;
}
const listDeliveries = (id: number, query: object = {}) =>
  subscribers.manager.ok('listDeliveries', { path: { id }, query });
const getDelivery = (id: number, deliveryId: number) =>
  subscribers.manager.ok('getDelivery', { path: { id, deliveryId } });
const lastDelivery = async (id: number): Promise<Schemas['Delivery']> =>
  (await listDeliveries(id)).items[0] ?? expect.fail();

describe('a test event', () => {
  test('is accepted by the receiver, and shown with its request but without the signature', async () => {
    const { id, name } = await createReceivingSubscriber();
    const testEvent = await subscribers.manager.ok('testSubscriber', { path: { id } });
    expect(testEvent.delivery).toMatchObject({
      kind: 'test',
      outcome: 'delivered',
      entity: null,
      position: null,
      record: null,
      status: 204,
      attempt: 1,
      error: null,
      reason: null,
      actor: subscribers.manager.username,
      nextTime: null,
    });
    expect(receiver.arrivals.at(-1)).toMatchObject({ id: testEvent.delivery.messageId, accepted: true });
    expect(testEvent.request?.url).toBe(receiver.url);
    expect(Object.keys(testEvent.request?.headers ?? {}).sort()).toEqual([
      'content-type',
      'webhook-id',
      'webhook-timestamp',
    ]);
    expect(JSON.parse(testEvent.request?.body ?? '')).toMatchObject({ type: 'test', data: {} });
    expect(await getDelivery(id, testEvent.delivery.id)).toEqual(testEvent);
    expect((await subscribers.recentLogEntries())[0]).toMatchObject({ act: 'subscriberTested', target: { id, name } });
  });

  test('that is not accepted is shown with the error', async () => {
    const { id } = await createReceivingSubscriber();
    receiver.behave(() => ({ status: 503 }));
    const { delivery } = await subscribers.manager.ok('testSubscriber', { path: { id } });
    expect(delivery).toMatchObject({ outcome: 'failed', status: 503, error: 'HTTP 503' });
    receiver.behave(() => 'disconnect');
    const failedTest = await subscribers.manager.ok('testSubscriber', { path: { id } });
    expect(failedTest).toMatchObject({
      delivery: { outcome: 'failed', status: null, error: expect.any(String) },
      answer: null,
    });
  });
});

describe('a change', () => {
  test('is shown exactly as it was sent, and resent under its id', async () => {
    const { id } = await createReceivingSubscriber({ filter: { countries: ['CN', 'DE'] } });
    const countries = createCountryClient(service);
    const country = await countries.createActive();
    await service.db('subscriber').where({ id }).update({ filter: null });
    const editor = await service.as('editor');
    const body = bodyFrom(country, { name: '中国 🚄 “x”' });
    const versionedPath = { path: { id: country.id }, ifMatch: country.version };
    await editor.ok('updateCountry', { ...versionedPath, body }, 202);
    const reviewer = await service.as('reviewer');
    const decision = { path: { id: country.id }, ifMatch: 1, body: { decision: 'approve' as const } };
    await reviewer.ok('decideCountryProposal', decision);
    await sequenceAll(service.db);
    await pusher.drain();

    const delivery = await lastDelivery(id);
    expect(delivery).toMatchObject({
      kind: 'change',
      outcome: 'delivered',
      entity: 'country',
      status: 204,
      attempt: 1,
      actor: null,
      record: {
        entity: 'country',
        recordId: country.id,
        code: country.code,
        action: 'update',
        position: delivery.position,
      },
    });
    const detailBefore = await getDelivery(id, delivery.id);
    expect(detailBefore.request?.headers['webhook-id']).toBe(`chg_${delivery.position}`);
    expect(receiver.store.newest.get(`country/${country.id}`)?.record).toEqual(
      JSON.parse(detailBefore.request?.body ?? '').data.record,
    );

    const path = { id, deliveryId: delivery.id };
    const resentDelivery = await subscribers.manager.ok('resendDelivery', { path });
    expect(resentDelivery.delivery).toMatchObject({
      kind: 'resend',
      outcome: 'delivered',
      position: delivery.position,
      messageId: delivery.messageId,
      actor: subscribers.manager.username,
    });
    expect(resentDelivery.request?.body).toBe(detailBefore.request?.body);
    const [logEntry] = await subscribers.recentLogEntries();
    expect(logEntry).toMatchObject({
      act: 'changeResent',
      details: { changes: [{ pointer: '/country/position', before: null, after: delivery.position }] },
    });
    expect(receiver.arrivals.filter((arrival) => arrival.id === delivery.messageId)).toHaveLength(2);

    // A change that was sent stays visible if a later filter would exclude it.
    await service
      .db('subscriber')
      .where({ id })
      .update({ filter: JSON.stringify({ countries: [4294967295] }) });
    expect((await getDelivery(id, delivery.id)).request?.body).toBe(detailBefore.request?.body);
    await subscribers.manager.expectRefusal('resendDelivery', { path }, 'invalidTransition');
    await service.db('change_feed').where('position', delivery.position).delete();
    expect(await getDelivery(id, delivery.id)).toMatchObject({ request: null, delivery: { record: null } });
    await subscribers.manager.expectRefusal('resendDelivery', { path }, 'invalidTransition');
  });
});

test('deliveries are paged newest first, and filtered by entity and outcome', async () => {
  const { id } = await createReceivingSubscriber({ entities: ['country', 'city'] });
  await writeVersions(service.db, ++recordId, 7);
  await pusher.drain();
  receiver.behave(() => ({ status: 500 }));
  await subscribers.manager.ok('testSubscriber', { path: { id } });
  const foundIds: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listDeliveries(id, { limit: 3, ...(cursor ? { cursor } : {}) });
    expect(page).toMatchObject({ total: 8, totalCapped: false });
    foundIds.push(...page.items.map((item) => item.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(foundIds).toHaveLength(8);
  expect(foundIds).toEqual(foundIds.toSorted((a, b) => b - a));
  expect(await listDeliveries(id, { outcome: 'failed' })).toMatchObject({ total: 1, items: [{ kind: 'test' }] });
  expect((await listDeliveries(id, { entity: 'country', outcome: 'delivered' })).total).toBe(7);
  expect((await listDeliveries(id, { entity: 'city' })).items).toEqual([]);
});

test('a delivery is found only under its own subscriber', async () => {
  const [firstSubscriber, secondSubscriber] = [await createReceivingSubscriber(), await createReceivingSubscriber()];
  const { delivery } = await subscribers.manager.ok('testSubscriber', { path: { id: firstSubscriber.id } });
  const path = { id: secondSubscriber.id, deliveryId: delivery.id };
  await subscribers.manager.expectRefusal('getDelivery', { path }, 'notFound');
  await subscribers.manager.expectRefusal('resendDelivery', { path }, 'notFound');
});
