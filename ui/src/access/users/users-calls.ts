import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/facts.gen.ts';
import type { toQuery } from '#crud/list/list-query.ts';
import { api } from '#session/session.ts';
import type { Account, UserAct } from './account.ts';

type ListQuery = NonNullable<operations['listUsers']['parameters']['query']>;

export async function listUsers(query: ReturnType<typeof toQuery>, signal: AbortSignal) {
  // the address holds what the contract lists, as its route has checked
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

/** What goes with an act: the roles of who is let in, the reason for who is refused. */
export interface ActDetails {
  roles?: string[];
  reason?: string;
}

/** Does one act to an account as it was seen; in between changed, it is refused as stale (412). */
export function actOn({ id, version }: Account, act: UserAct, details: ActDetails = {}): Promise<unknown> {
  const params = { path: { id } };
  const headers = { 'If-Match': `"${version}"` };
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
