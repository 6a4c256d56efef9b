import { ifMatch } from '#api/client.ts';
import type { operations } from '#api/contract.gen.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import type { toListQuery } from '#crud/list/list-query.ts';
import { startPreview } from '#session/preview.ts';
import { api } from '#session/session.ts';

type ListQuery = NonNullable<operations['listRoles']['parameters']['query']>;
export type RoleChangeEffect = Awaited<ReturnType<typeof previewEffect>>;

export async function listRoles(query: ReturnType<typeof toListQuery>, signal: AbortSignal) {
  // the cast: the route validates the URL parameters against the contract
  return (await api.GET('/api/v1/roles', { params: { query: query as ListQuery }, signal })).data;
}

export const deleteRole = ({ id, version }: Schemas['Role']) =>
  api.DELETE('/api/v1/roles/{id}', { params: { path: { id } }, headers: ifMatch(version) });

export const confirmRole = ({ id, version }: Schemas['Role']) =>
  api.POST('/api/v1/roles/{id}/confirmation', {
    params: { path: { id } },
    headers: ifMatch(version),
  });

/** Loads the effect of a role change on people's permissions without saving it. */
export async function previewEffect(id: number, body: Schemas['RoleBody']) {
  return (await api.POST('/api/v1/roles/{id}/effect', { params: { path: { id } }, body })).data;
}

/** Reloads the console as a read-only preview with a role's permissions. */
export async function openRolePreview(id: number): Promise<void> {
  const { data } = await api.POST('/api/v1/roles/{id}/preview', { params: { path: { id } } });
  startPreview(data);
}
