import type { Schemas } from '../../src/http/contract.ts';
import { sequenceAll } from '../feed/changes.ts';
import type { Client } from '../kit/client.ts';
import type { Service } from '../kit/service.ts';

export type SubscriberBody = Schemas['SubscriberBody'];
export type Subscriber = Schemas['Subscriber'];

let subscriberCount = 0;

/** Builds a valid body of a subscriber. Its URL has the port of the discard protocol, on which nothing listens. */
export const subscriberBody = (part: Partial<SubscriberBody> = {}): SubscriberBody => ({
  name: `listener-${++subscriberCount}`,
  url: 'http://127.0.0.1:9/changes',
  entities: ['country'],
  active: true,
  ...part,
});

/** Creates functions that call the operations of subscribers as a user with all permissions for them. */
export async function createSubscriberClient(service: Service) {
  const subscriberPermissions = ['read', 'create', 'update', 'delete'].map((act) => `data_subscriber:${act}`);
  const readPermissions = ['country:read', 'city:read', 'airport:read'];
  const manager = await service.clientWith(
    ...subscriberPermissions,
    ...readPermissions,
    'sync_status:read',
    'sync_status:replay',
    'user_log:read',
    'task:read',
  );
  // New lanes start after the seeded changes.
  await sequenceAll(service.db);

  const create = async (changes: Partial<SubscriberBody> = {}) =>
    (await manager.ok('createSubscriber', { body: subscriberBody(changes) }, 201)).record;
  const get = async (id: number) => (await manager.ok('getSubscriber', { path: { id } })).record;
  const update = async (subscriber: Subscriber, changes: Partial<SubscriberBody>) =>
    (await manager.ok('updateSubscriber', updateParts(subscriber, changes))).record;
  const lane = async (subscriberId: number, entity: Schemas['Entity'] = 'country') =>
    (await manager.ok('getSyncLane', { path: { subscriberId, entity } })).lane;
  const readLaneRow = (id: number) => service.db('sync_lane').where('subscriber_id', id).first();
  /** Reads the latest log entries of the manager, newest first. */
  const recentLogEntries = async (limit = 1) =>
    (await manager.ok('listUserLogs', { query: { user: manager.username, limit } })).items;
  return { manager, create, get, update, lane, readLaneRow, recentLogEntries };
}

/** Builds the request of an update, which has the subscriber's editable fields with `changes`. */
export function updateParts(
  { id, version, name, url, entities, filter, active }: Subscriber,
  changes: Partial<SubscriberBody> = {},
) {
  const body: SubscriberBody = { name, url, entities, active, ...(filter ? { filter } : {}), ...changes };
  return { path: { id }, ifMatch: version, body };
}

export type Manager = Client & { username: string };
