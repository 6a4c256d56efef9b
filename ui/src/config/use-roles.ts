import type { Schemas } from '#api/facts.gen.ts';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';

type Role = Pick<Schemas['RoleReference'], 'name' | 'displayName'>;
const pageSize = 100;

/** Every role there is, page after page; none where the caller may not read them. */
export function useRoles(readable: boolean) {
  return useRead({
    ...readOnce,
    queryKey: ['role names', readable],
    queryFn: async ({ signal }) => {
      const found: Role[] = [];
      for (let page = 1; readable; page += 1) {
        const { data } = await api.GET('/api/v1/roles', { params: { query: { page, pageSize } }, signal });
        found.push(...data.items);
        if (data.items.length < pageSize) break;
      }
      return found;
    },
  });
}
