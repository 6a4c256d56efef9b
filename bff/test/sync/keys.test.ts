import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient, subscriberBody, updateParts } from './subscribers.ts';

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;

beforeAll(async () => {
  service = await startService();
  subscribers = await createSubscriberClient(service);
});
afterAll(() => service.stop());

const createSubscriber = () => subscribers.manager.ok('createSubscriber', { body: subscriberBody() }, 201);
const canReadFeed = async (token: string) =>
  (await createClient(service.url, token).call('listChanges')).status === 200;
const readRow = (id: number) => service.db('subscriber').where({ id }).first();
const isInOneDay = (time: string) => Math.abs(Date.parse(time) - Date.now() - 86_400_000) < 60_000;

test('after an exchange the previous token still reads the feed for a day', async () => {
  const { record, token } = await createSubscriber();
  const pathOfSubscriber = { path: { id: record.id } };
  const firstExchange = await subscribers.manager.ok('exchangeSubscriberToken', pathOfSubscriber);
  expect(isInOneDay(firstExchange.earlierUntil)).toBe(true);
  expect(await Promise.all([token, firstExchange.token].map(canReadFeed))).toEqual([true, true]);
  expect((await subscribers.get(record.id)).earlierTokenUntil).toBe(firstExchange.earlierUntil);
  const secondExchange = await subscribers.manager.ok('exchangeSubscriberToken', pathOfSubscriber);
  expect(await Promise.all([token, firstExchange.token, secondExchange.token].map(canReadFeed))).toEqual([
    false,
    true,
    true,
  ]);
  await service
    .db('subscriber')
    .where({ id: record.id })
    .update({ earlier_token_until: new Date(Date.now() - 1000) });
  expect(await Promise.all([firstExchange.token, secondExchange.token].map(canReadFeed))).toEqual([false, true]);
  expect((await subscribers.get(record.id)).earlierTokenUntil).toBeNull();
});

test('the previous token can be revoked at once, and revoking a missing token logs nothing', async () => {
  const { record, token } = await createSubscriber();
  const recordPath = { path: { id: record.id } };
  const { token: otherToken, earlierUntil } = await subscribers.manager.ok('exchangeSubscriberToken', recordPath);
  await subscribers.manager.ok('exchangeSubscriberSecret', recordPath);
  await subscribers.manager.ok('endEarlierToken', recordPath);
  expect(await Promise.all([token, otherToken].map(canReadFeed))).toEqual([false, true]);
  expect(await subscribers.get(record.id)).toMatchObject({
    earlierTokenUntil: null,
    earlierSecretUntil: expect.any(String),
  });
  expect((await subscribers.recentLogEntries())[0]).toMatchObject({
    act: 'subscriberChanged',
    details: { changes: [{ pointer: '/earlierTokenUntil', before: earlierUntil, after: null }] },
  });
  const [lastEntry] = await subscribers.recentLogEntries();
  await subscribers.manager.ok('endEarlierToken', recordPath);
  expect((await subscribers.recentLogEntries())[0]?.id).toBe(lastEntry?.id);
  await subscribers.manager.ok('endEarlierSecret', recordPath);
  expect(await readRow(record.id)).toMatchObject({ earlier_secret: null, earlier_secret_until: null });
});

test('simultaneous exchanges of a secret each store the secret that they return', async () => {
  const { record, secret } = await createSubscriber();
  const recordPath = { path: { id: record.id } };
  const exchanges = await Promise.all([1, 2].map(() => subscribers.manager.ok('exchangeSubscriberSecret', recordPath)));
  const row = await readRow(record.id);
  expect([row.secret, row.earlier_secret].sort()).toEqual(exchanges.map((exchange) => exchange.secret).sort());
  expect([row.secret, row.earlier_secret]).not.toContain(secret);
  // An exchange does not change the version, so that it causes no conflict with an edit.
  expect(await subscribers.get(record.id)).toMatchObject({ version: 1 });
});

test('a token reads only the feed, and nothing if the subscriber is inactive', async () => {
  const { record, token } = await createSubscriber();
  for (const id of ['listSubscribers', 'getSyncStatus', 'getProfile', 'streamSyncStatus'] as const)
    expect(await createClient(service.url, token).call(id)).toMatchObject({ status: 401 });
  await subscribers.update(record, { active: false });
  const client = createClient(service.url, token);
  for (const id of ['listChanges', 'getChangesSnapshot'] as const)
    await client.expectRefusal(id, {}, 'subscriberInactive');
});

test('secrets and tokens appear only in the answers that create them, but neither in logs nor in errors', async () => {
  const { record, secret, token } = await createSubscriber();
  const { id } = record;
  const exchangeAnswers = [
    await subscribers.manager.ok('exchangeSubscriberSecret', { path: { id } }),
    await subscribers.manager.ok('exchangeSubscriberToken', { path: { id } }),
  ];
  const testAnswer = await subscribers.manager.ok('testSubscriber', { path: { id } });
  const answers: unknown[] = [
    testAnswer,
    await subscribers.manager.call('getSubscriber', { path: { id } }),
    await subscribers.manager.call('listSubscribers', { query: { pageSize: 100 } }),
    await subscribers.manager.call('updateSubscriber', updateParts(record, { url: 'http://127.0.0.1:9/moved' })),
    await subscribers.manager.call('updateSubscriber', updateParts(record)),
    await subscribers.manager.call('getDelivery', { path: { id, deliveryId: testAnswer.delivery.id } }),
    await subscribers.manager.call('listDeliveries', { path: { id } }),
    await subscribers.manager.call('getSyncStatus'),
    await subscribers.manager.call('getSyncLane', { path: { subscriberId: id, entity: 'country' } }),
    await subscribers.manager.call('listUserLogs', { query: { limit: 100 } }),
    service.logLines,
    await service.db('user_log'),
    await service.db('delivery'),
  ];
  const answersText = JSON.stringify(answers);
  expect(answersText).toContain(record.name);
  const newSecrets = [secret, token, ...exchangeAnswers.map((exchange) => Object.values(exchange)[0])];
  for (const key of newSecrets) expect(answersText).not.toContain(String(key).replace(/^(whsec|gzf)_/, ''));
  expect(answersText).not.toMatch(/whsec_|gzf_|webhook-signature|token_hash/i);
  const storedText = JSON.stringify(await readRow(id));
  expect(storedText).not.toContain(token.replace('gzf_', ''));
});
