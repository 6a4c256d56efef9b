import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/facts.gen.ts';
import { cacheLabels } from '#crud/labels.ts';
import type { toQuery } from '#crud/list/list-query.ts';
import { api } from '#session/session.ts';
import { bodyOf, type Shown, type Subscriber, type SubscriberAct } from './subscriber.ts';

type ListQuery = NonNullable<operations['listSubscribers']['parameters']['query']>;

export async function listSubscribers(query: ReturnType<typeof toQuery>, signal: AbortSignal) {
  // the address holds what the contract lists, as its route has checked
  const { data } = await api.GET('/api/v1/subscribers', { params: { query: query as ListQuery }, signal });
  cacheLabels(data.labels);
  return data;
}

export async function getSubscriber(id: number, signal: AbortSignal): Promise<Subscriber> {
  const { data } = await api.GET('/api/v1/subscribers/{id}', { params: { path: { id } }, signal });
  cacheLabels(data.labels);
  return data.record;
}

/** Where it stands with each of its kinds; undefined where it was made a moment ago. */
export async function getLanes(id: number, signal: AbortSignal): Promise<Schemas['SyncLane'][] | undefined> {
  const { data } = await api.GET('/api/v1/sync-status', { signal });
  return data.subscribers.find((subscriber) => subscriber.id === id)?.lanes;
}

export const sendTest = async (id: number) =>
  (await api.POST('/api/v1/subscribers/{id}/test', { params: { path: { id } } })).data;

/** Does one act to a subscriber as it was seen, and answers what is shown this once, where there is such. */
export async function actOn(subscriber: Subscriber, act: SubscriberAct): Promise<Shown | undefined> {
  const { id, name, version } = subscriber;
  const params = { path: { id } };
  const headers = { 'If-Match': `"${version}"` };
  switch (act) {
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
      const body = { ...bodyOf(subscriber), active: act === 'goOn' };
      await api.PUT('/api/v1/subscribers/{id}', { params, headers, body });
      return undefined;
    }
  }
}
