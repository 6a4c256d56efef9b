import { ifMatch } from '#api/client.ts';
import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import type { toListQuery } from '#crud/list/list-query.ts';
import { api } from '#session/session.ts';
import type { Account, UserAct } from './account.ts';

type ListQuery = NonNullable<operations['listUsers']['parameters']['query']>;

export async function listUsers(query: ReturnType<typeof toListQuery>, signal: AbortSignal) {
  // the cast: the route validates the URL parameters against the contract
  return (await api.GET('/api/v1/users', { params: { query: query as ListQuery }, signal })).data;
}

export async function getUser(id: number, signal: AbortSignal): Promise<Account> {
  return (await api.GET('/api/v1/users/{id}', { params: { path: { id } }, signal })).data.record;
}

export async function listSessions(id: number, signal: AbortSignal): Promise<Schemas['Session'][]> {
  return (await api.GET('/api/v1/users/{id}/sessions', { params: { path: { id } }, signal })).data.items;
}

export const endSession = (id: number, sessionId: string) =>
  api.DELETE('/api/v1/users/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } });

/** The details of an act: roles for an approval, a reason for a rejection. */
export interface ActDetails {
  roles?: string[];
  reason?: string;
}

/** Performs an act on an account; fails with 412 if the account has changed since it was loaded. */
export function performAct({ id, version }: Account, act: UserAct, details: ActDetails = {}): Promise<unknown> {
  const params = { path: { id } };
  const headers = ifMatch(version);
  switch (act) {
    case 'invite':
      return api.POST('/api/v1/users/{id}/invitation', { params });
    case 'removeTotp':
      return api.DELETE('/api/v1/users/{id}/totp', { params });
    case 'endSessions':
      return api.DELETE('/api/v1/users/{id}/sessions', { params });
    case 'delete':
      return api.DELETE('/api/v1/users/{id}', { params, headers });
    default:
      return api.POST('/api/v1/users/{id}/transitions', { params, headers, body: { event: act, ...details } });
  }
}
