import type { Schemas } from '#api/metadata.gen.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

export type Role = Schemas['Role'];

const PAGE_SIZE = 100;

/** Loads all roles, sorted by name; `disabledReason` says why the user may not read them. */
export function useRoles() {
  const { denialReason } = useSession();
  const disabledReason = denialReason('role:read');
  const loaded = useRead({
    queryKey: ['roles', disabledReason],
    queryFn: async ({ signal }) => (disabledReason ? [] : loadAllRoles(signal)),
  });
  return { roles: loaded.data, problem: loaded.problem, loading: loaded.loading, disabledReason };
}

async function loadAllRoles(signal: AbortSignal, page = 1): Promise<Role[]> {
  const { data } = await api.GET('/api/v1/roles', { params: { query: { page, pageSize: PAGE_SIZE } }, signal });
  return data.total > page * PAGE_SIZE ? [...data.items, ...(await loadAllRoles(signal, page + 1))] : data.items;
}
