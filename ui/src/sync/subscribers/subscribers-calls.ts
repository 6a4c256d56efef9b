import { ifMatch } from '#api/client.ts';
import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import type { toListQuery } from '#crud/list/list-query.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { api } from '#session/session.ts';
import { type NewCredentials, type Subscriber, type SubscriberAction, toSubscriberBody } from './subscriber.ts';

type ListQuery = NonNullable<operations['listSubscribers']['parameters']['query']>;

export async function listSubscribers(query: ReturnType<typeof toListQuery>, signal: AbortSignal) {
  // The cast: the route has validated the URL parameters.
  const { data } = await api.GET('/api/v1/subscribers', { params: { query: query as ListQuery }, signal });
  cacheLabels(data.labels);
  return data;
}

export async function getSubscriber(id: number, signal: AbortSignal): Promise<Subscriber> {
  const { data } = await api.GET('/api/v1/subscribers/{id}', { params: { path: { id } }, signal });
  cacheLabels(data.labels);
  return data.record;
}

/** Returns the lanes of a subscriber, or undefined if it has just been created. */
export async function getLanes(id: number, signal: AbortSignal): Promise<Schemas['SyncLane'][] | undefined> {
  const { data } = await api.GET('/api/v1/sync-status', { signal });
  return data.subscribers.find((subscriber) => subscriber.id === id)?.lanes;
}

export const sendTestEvent = async (id: number) =>
  (await api.POST('/api/v1/subscribers/{id}/test', { params: { path: { id } } })).data;

/** Runs an action on the shown version of a subscriber, and returns new credentials, if any. */
export async function runSubscriberAction(
  subscriber: Subscriber,
  action: SubscriberAction,
): Promise<NewCredentials | undefined> {
  const { id, name, version } = subscriber;
  const params = { path: { id } };
  const headers = ifMatch(version);
  switch (action) {
    case 'exchangeSecret':
      return { name, ...(await api.POST('/api/v1/subscribers/{id}/secret', { params })).data };
    case 'exchangeToken':
      return { name, ...(await api.POST('/api/v1/subscribers/{id}/token', { params })).data };
    case 'endSecret':
      await api.DELETE('/api/v1/subscribers/{id}/secret', { params });
      return undefined;
    case 'endToken':
      await api.DELETE('/api/v1/subscribers/{id}/token', { params });
      return undefined;
    case 'delete':
      await api.DELETE('/api/v1/subscribers/{id}', { params, headers });
      return undefined;
    default: {
      const body = { ...toSubscriberBody(subscriber), active: action === 'goOn' };
      await api.PUT('/api/v1/subscribers/{id}', { params, headers, body });
      return undefined;
    }
  }
}
