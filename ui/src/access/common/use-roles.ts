import type { Schemas } from '#api/facts.gen.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

export type Role = Schemas['Role'];

const pageSize = 100;

/** All roles by name, for whoever may read them; `disabledReason` says why the caller may not read them. */
export function useRoles() {
  const { denialReason } = useSession();
  const disabledReason = denialReason('role:read');
  const loaded = useRead({
    queryKey: ['roles', disabledReason],
    queryFn: async ({ signal }) => (disabledReason ? [] : allRoles(signal)),
  });
  return { roles: loaded.data, problem: loaded.problem, loading: loaded.loading, disabledReason };
}

async function allRoles(signal: AbortSignal, page = 1): Promise<Role[]> {
  const { data } = await api.GET('/api/v1/roles', { params: { query: { page, pageSize } }, signal });
  return data.total > page * pageSize ? [...data.items, ...(await allRoles(signal, page + 1))] : data.items;
}
