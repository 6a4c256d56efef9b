import type { Schemas } from '../../src/http/contract.ts';
import type { Client } from '../kit/client.ts';
import type { Service } from '../kit/service.ts';
import { sequenceAll } from '../push/worker.ts';

export type Body = Schemas['SubscriberBody'];
export type Subscriber = Schemas['Subscriber'];

let made = 0;

/** Nobody listens at the port of the discard protocol. */
export const bodyOf = (part: Partial<Body> = {}): Body => ({
  ...{ name: `listener-${++made}`, url: 'http://127.0.0.1:9/changes', entities: ['country'], active: true },
  ...part,
});

/** What a test does with subscribers, by a person who may all of it. */
export async function subscribersOf(service: Service) {
  const may = ['read', 'create', 'update', 'delete'].map((act) => `data_subscriber:${act}`);
  const seen = ['country:read', 'city:read', 'airport:read'];
  const keeper = await service.holding(
    ...may,
    ...seen,
    'sync_status:read',
    'sync_status:replay',
    'user_log:read',
    'task:read',
  );
  // so that new lanes begin behind all that was seeded
  await sequenceAll(service.db);

  const make = async (part: Partial<Body> = {}) =>
    (await keeper.ok('createSubscriber', { body: bodyOf(part) }, 201)).record;
  const get = async (id: number) => (await keeper.ok('getSubscriber', { path: { id } })).record;
  const update = async (subscriber: Subscriber, part: Partial<Body>) =>
    (await keeper.ok('updateSubscriber', put(subscriber, part))).record;
  const lane = async (subscriberId: number, entity: Schemas['Entity'] = 'country') =>
    (await keeper.ok('getSyncLane', { path: { subscriberId, entity } })).lane;
  const row = (id: number) => service.db('sync_lane').where('subscriber_id', id).first();
  /** The last acts of the keeper, newest first. */
  const acts = async (limit = 1) =>
    (await keeper.ok('listUserLogs', { query: { user: keeper.username, limit } })).items;
  return { keeper, make, get, update, lane, row, acts };
}

/** The fields that a person writes, to send them back with changes. */
export function put({ id, version, name, url, entities, filter, active }: Subscriber, part: Partial<Body> = {}) {
  const body: Body = { name, url, entities, active, ...(filter ? { filter } : {}), ...part };
  return { path: { id }, ifMatch: version, body };
}

export type Keeper = Client & { username: string };
