import { useSearch } from '@tanstack/react-router';
import { polling } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { pageOf } from '#logs/log-address.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { isWorking } from './import.ts';
import type { ImportsSearch } from './imports-search.ts';

const POLL_MS = 3000;

/** The page of imports that the address says; asked for again and again while one of them is being worked on. */
export function useImports() {
  const search = useSearch({ from: '/_frame/imports' });
  const { kind } = search;
  const query = { ...pageOf(search), ...(kind ? { entity: kind } : {}) };
  const loaded = useRead({
    ...polling(POLL_MS),
    queryKey: ['imports', query],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/imports', { params: { query }, signal })).data,
    refetchInterval: ({ state }) => state.data?.items.some(isWorking) && POLL_MS,
  });
  const { data } = loaded;
  return { ...loaded, ...useLogPages<ImportsSearch>('/imports', search, data), search };
}

export type Imports = ReturnType<typeof useImports>;
