import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/facts.gen.ts';
import type { toQuery } from '#crud/list/list-query.ts';
import { startPreview } from '#session/preview.ts';
import { api } from '#session/session.ts';

type ListQuery = NonNullable<operations['listRoles']['parameters']['query']>;
export type Effect = Awaited<ReturnType<typeof effectOf>>;

export async function listRoles(query: ReturnType<typeof toQuery>, signal: AbortSignal) {
  // the address holds what the contract lists, as its route has checked
  return (await api.GET('/api/v1/roles', { params: { query: query as ListQuery }, signal })).data;
}

export const deleteRole = ({ id, version }: Schemas['Role']) =>
  api.DELETE('/api/v1/roles/{id}', { params: { path: { id } }, headers: { 'If-Match': `"${version}"` } });

export const confirmRole = ({ id, version }: Schemas['Role']) =>
  api.POST('/api/v1/roles/{id}/confirmation', {
    params: { path: { id } },
    headers: { 'If-Match': `"${version}"` },
  });

/** What a change of a role would give and take, and to how many people; nothing is written. */
export async function effectOf(id: number, body: Schemas['RoleBody']) {
  return (await api.POST('/api/v1/roles/{id}/effect', { params: { path: { id } }, body })).data;
}

/** Loads the console anew with the eyes of a role. */
export async function preview(id: number): Promise<void> {
  const { data } = await api.POST('/api/v1/roles/{id}/preview', { params: { path: { id } } });
  startPreview(data);
}
