import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Pusher } from '../../src/sync/push/pusher.ts';
import { type Service, startService } from '../kit/service.ts';
import { writeRecord } from '../push/changes.ts';
import { secret, startReceiver, type TestReceiver } from '../push/receiver.ts';
import { testPusher } from '../push/worker.ts';
import { type Subscriber, subscribersOf } from './subscribers.ts';

export let service: Service;
export let subscribers: Awaited<ReturnType<typeof subscribersOf>>;
export let receiver: TestReceiver;
export let pusher: Pusher;
/** Takes countries; anew for each test. */
export let subscriber: Subscriber;
/** Of the record written last. */
export let recordId = 4_000_000;

/** Gives the tests of a file a service, a receiver and a lane. */
export function useLane(): void {
  beforeAll(async () => {
    service = await startService();
    subscribers = await subscribersOf(service);
    receiver = await startReceiver();
  });
  beforeEach(async () => {
    await service.db('subscriber').delete();
    subscriber = await subscribers.make({ url: receiver.url });
    await service.db('subscriber').update({ secret });
    pusher = testPusher(service.db, { backoffMs: [3_600_000] });
    receiver.behave(() => 'take');
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });
}

export const at = () => ({ path: { subscriberId: subscriber.id, entity: 'country' as const } });
export const detail = () => subscribers.keeper.ok('getSyncLane', at());
export const row = () => subscribers.row(subscriber.id);
export const write = (versions: number) => writeRecord(service.db, ++recordId, versions);
export const setLane = (columns: object) =>
  service.db('sync_lane').where('subscriber_id', subscriber.id).update(columns);
export const positionsAfter = (position: number) =>
  service
    .db('change_feed')
    .where('entity', 'country')
    .where('position', '>', position)
    .orderBy('position')
    .pluck('position');

/** The lane stands at the first of three changes, which was refused. */
export async function failing() {
  receiver.behave(() => ({ status: 500 }));
  await write(3);
  await pusher.drain();
  receiver.behave(() => 'take');
  const { current } = await detail();
  return current ?? expect.fail();
}
