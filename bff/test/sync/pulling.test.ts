import { expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import { writeVersions } from '../push/kit/changes.ts';
import { pusher, receiver, recordId, service, subscribers, useLane } from './use-lane.ts';

useLane();

const createPulling = async () => {
  const { id } = await subscribers.create({ url: null });
  const { token } = await subscribers.manager.ok('exchangeSubscriberToken', { path: { id } });
  return { id, token };
};
const laneOf = (id: number) =>
  subscribers.manager.ok('getSyncLane', { path: { subscriberId: id, entity: 'country' as const } });

const pull = async (token: string, cursor?: string) => {
  const url = new URL('/dc/api/v1/changes', service.url);
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  // the cast: the client of the kit takes no subscriber's token
  const { data } = (await response.json()) as Schemas['ChangesAnswer'];
  return data;
};

test('a subscriber without a URL gets nothing pushed, and its lanes stand at the cursor that it pulled with', async () => {
  const { id, token } = await createPulling();
  expect(await subscribers.manager.ok('getSubscriber', { path: { id } })).toMatchObject({
    record: { url: null, state: 'healthy', lastSuccess: null },
  });
  const before = (await laneOf(id)).lane;
  const editor = await service.as('editor');
  for (const code of ['XA', 'XB', 'XC']) await editor.ok('createCountry', { body: { code, name: code } }, 201);
  await sequenceAll(service.db);
  await pusher.drain();
  expect(receiver.arrivals).toHaveLength(3);
  expect((await laneOf(id)).lane).toMatchObject({ position: before.position, backlog: 3, lastSuccess: null });

  // what was read is acknowledged by asking for what follows
  const page = await pull(token, String(before.position));
  expect(page.items.map(({ code }) => code)).toEqual(['XA', 'XB', 'XC']);
  expect((await laneOf(id)).lane).toMatchObject({ position: before.position, backlog: 3, attempts: 0 });
  await pull(token, page.nextCursor);
  const after = await laneOf(id);
  expect(after.subscriber.url).toBeNull();
  expect(after.lane).toMatchObject({ position: Number(page.nextCursor), backlog: 0, lagMs: 0, state: 'healthy' });
  expect(after.lane.lastSuccess).not.toBeNull();

  // a second reader further back moves nothing
  await pull(token, String(before.position));
  expect((await laneOf(id)).lane).toMatchObject({ position: Number(page.nextCursor), backlog: 0 });
  const { subscribers: rows } = await subscribers.manager.ok('getSyncStatus');
  expect(rows.find((row) => row.id === id)).toMatchObject({ pullsOnly: true, backlog: 0 });
});

test('nothing can be sent to it, and a URL that is removed ends its failures', async () => {
  const { id } = await createPulling();
  const parts = { path: { id } };
  await subscribers.manager.expectRefusal('testSubscriber', parts, 'invalidTransition');
  const lanePath = { subscriberId: id, entity: 'country' as const };
  await subscribers.manager.expectRefusal('replayLane', { path: lanePath, body: { from: 1 } }, 'invalidTransition');

  const failing = await subscribers.create({ url: receiver.url });
  receiver.behave(() => ({ status: 500 }));
  await writeVersions(service.db, recordId + 500_000, 1);
  await pusher.drain();
  expect((await laneOf(failing.id)).lane.attempts).toBe(1);
  const { name, entities, active, version } = failing;
  const update = { path: { id: failing.id }, body: { name, entities, active }, ifMatch: version };
  expect(await subscribers.manager.ok('updateSubscriber', update)).toMatchObject({ record: { url: null } });
  expect((await laneOf(failing.id)).lane).toMatchObject({ attempts: 0, backlog: 1, failingSince: null });
});
