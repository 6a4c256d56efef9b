import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecretCodec, type Database, fromJson } from '../../src/database/database.ts';
import { createSingleSender, type SingleSender } from '../../src/sync/push/single-messages.ts';
import { insertSubscriberAtHead, openSequencedDatabase, type SequencedDatabase, writeVersions } from './kit/changes.ts';
import { startReceiver, type TestReceiver } from './kit/receiver.ts';
import { createTestPusher } from './kit/worker.ts';

let installation: SequencedDatabase;
let db: Database;
let sendNow: SingleSender;
let receiver: TestReceiver;
let recordId = 20_000_000;

beforeAll(async () => {
  installation = await openSequencedDatabase();
  db = installation.db;
  sendNow = createSingleSender({ db, secrets: createSecretCodec([]), readListenAddresses: async () => [] });
});
afterAll(() => installation.stop());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await db('subscriber').delete();
});

const readDelivery = (id: number) => db('delivery').where({ id }).first();
const deliverTwoChanges = async (columns?: object) => {
  const id = await insertSubscriberAtHead(db, receiver.url, ['country'], columns);
  await writeVersions(db, ++recordId, 2);
  await createTestPusher(db).drain();
  const deliveryIds = await db('delivery').where('subscriber_id', id).orderBy('id').pluck('id');
  return { id, deliveryIds };
};

test('a test event is signed, sent at once even to an inactive subscriber, and recorded with its request', async () => {
  const id = await insertSubscriberAtHead(db, receiver.url, ['country'], { active: 0 });
  const row = await sendNow.sendTest(id, 'admin');
  const attempt = { kind: 'test', outcome: 'delivered', status: 204, error: null, attempt: 1, actor: 'admin' };
  expect(row).toMatchObject({ ...attempt, entity: null, position: null });
  expect(receiver.arrivals).toMatchObject([{ id: row.message_id, accepted: true }]);
  const { request, ...columns } = await readDelivery(row.id);
  expect(columns).toMatchObject({ ...attempt, subscriber_id: id, message_id: row.message_id });
  const sentRequest = fromJson<{ url: string; headers: Record<string, string>; body: string }>(request);
  expect(sentRequest).toMatchObject({ url: receiver.url, headers: { 'webhook-id': row.message_id } });
  expect(Object.keys(sentRequest.headers)).not.toContain('webhook-signature');
  expect(JSON.parse(sentRequest.body)).toEqual({ type: 'test', timestamp: expect.any(String), data: {} });
});

test('a test event that is not accepted is recorded with the error', async () => {
  receiver.behave(() => ({ status: 404 }));
  const id = await insertSubscriberAtHead(db, receiver.url);
  expect(await sendNow.sendTest(id, 'admin')).toMatchObject({ outcome: 'failed', status: 404, error: 'HTTP 404' });
  await expect(sendNow.sendTest(id + 1, 'admin')).rejects.toMatchObject({ key: 'notFound' });
});

test('a change is resent under its id without moving its lane', async () => {
  const { id, deliveryIds } = await deliverTwoChanges();
  const lane = await db('sync_lane').where('subscriber_id', id).first();
  const resentDelivery = await sendNow.resend(id, deliveryIds[0], 'editor');
  const firstDelivery = await readDelivery(deliveryIds[0]);
  const { message_id, position, entity } = firstDelivery;
  expect(resentDelivery).toMatchObject({
    message_id,
    position,
    entity,
    kind: 'resend',
    outcome: 'delivered',
    actor: 'editor',
  });
  expect(receiver.arrivals.map((arrival) => [arrival.id, arrival.version])).toEqual([
    [message_id, 1],
    [expect.any(String), 2],
    [message_id, 1],
  ]);
  expect(await db('sync_lane').where('subscriber_id', id).first()).toEqual(lane);
});

test('resending is refused for test events and removed changes', async () => {
  const { id, deliveryIds } = await deliverTwoChanges();
  const expectProblem = (delivery: number, key: string) =>
    expect(sendNow.resend(id, delivery, 'editor')).rejects.toMatchObject({ key });
  await expectProblem(4_000_000_000, 'notFound');
  await expectProblem((await sendNow.sendTest(id, 'admin')).id, 'invalidTransition');
  await db('subscriber').update('filter', JSON.stringify({ statuses: ['rejected'] }));
  await expectProblem(deliveryIds[0], 'invalidTransition');
  await db('subscriber').update('filter', null);
  await db('sync_lane').update('entity', 'cabin');
  await expectProblem(deliveryIds[0], 'invalidTransition');
  await db('sync_lane').update('entity', 'country');
  const { position } = await readDelivery(deliveryIds[0]);
  await db('change_feed').where({ position }).delete();
  await expectProblem(deliveryIds[0], 'invalidTransition');
});
