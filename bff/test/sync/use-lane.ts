import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeVersions } from '../push/kit/changes.ts';
import { receiverSecret, startReceiver, type TestReceiver } from '../push/kit/receiver.ts';
import { createTestPusher } from '../push/kit/worker.ts';
import { createSubscriberClient, type Subscriber } from './subscribers.ts';

export let service: Service;
export let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
export let receiver: TestReceiver;
export let pusher: Pusher;
/** The subscriber of countries, which each test gets anew. */
export let subscriber: Subscriber;
/** The id of the record that was written last. */
export let recordId = 4_000_000;

/** Starts a service and a receiver for a test file, and gives each test a new lane. */
export function useLane(): void {
  beforeAll(async () => {
    service = await startService();
    subscribers = await createSubscriberClient(service);
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    await service.db('subscriber').delete();
    subscriber = await subscribers.create({ url: receiver.url });
    await service.db('subscriber').update({ secret: receiverSecret });
    pusher = createTestPusher(service.db, { backoffMs: [3_600_000] });
    receiver.behave(() => 'accept');
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });
}

export const lanePath = () => ({ path: { subscriberId: subscriber.id, entity: 'country' as const } });
export const getLane = () => subscribers.manager.ok('getSyncLane', lanePath());
export const readLaneRow = () => subscribers.readLaneRow(subscriber.id);
export const writeNewRecord = (count: number) => writeVersions(service.db, ++recordId, count);
export const updateLaneRow = (columns: object) =>
  service.db('sync_lane').where('subscriber_id', subscriber.id).update(columns);
export const listPositionsAfter = (position: number) =>
  service
    .db('change_feed')
    .where('entity', 'country')
    .where('position', '>', position)
    .orderBy('position')
    .pluck('position');

/** Makes the lane fail at the first of three changes, and returns that change. */
export async function createFailingLane() {
  receiver.behave(() => ({ status: 500 }));
  await writeNewRecord(3);
  await pusher.drain();
  receiver.behave(() => 'accept');
  const { current } = await getLane();
  return current ?? expect.fail();
}
