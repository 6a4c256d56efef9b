import { useSearch } from '@tanstack/react-router';
import { useLive } from '#crud/use-live.ts';
import { usePolling } from '#crud/use-polling.ts';
import { pageOf } from '#logs/log-address.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { isWorking } from './import.ts';
import type { ImportsSearch } from './imports-search.ts';

const pauseMs = 3000;

/** The page of imports that the address says; asked for again and again while one of them is being worked on. */
export function useImports() {
  // the route validates its search by `importsSearch`
  const search: ImportsSearch = useSearch({ strict: false });
  const { kind } = search;
  const query = { ...pageOf(search), ...(kind ? { entity: kind } : {}) };
  const loaded = useLive(`imports ${JSON.stringify(query)}`, async (signal) => {
    return (await api.GET('/api/v1/imports', { params: { query }, signal })).data;
  });
  const { data } = loaded;
  usePolling(loaded, pauseMs, data?.items.some(isWorking));
  return { ...loaded, ...useLogPages<ImportsSearch>('/imports', search, data), search };
}

export type Imports = ReturnType<typeof useImports>;
