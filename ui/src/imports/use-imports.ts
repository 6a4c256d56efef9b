import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLive } from '#crud/use-live.ts';
import { pageOf } from '#logs/log-address.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { isWorking } from './import.ts';
import type { ImportsSearch } from './imports-search.ts';

const pause = 3000;

/** The page of imports that the address says; asked for again and again while one of them is being worked on. */
export function useImports() {
  // the route validates its search by `importsSearch`
  const search: ImportsSearch = useSearch({ strict: false });
  const { kind } = search;
  const query = { ...pageOf(search), ...(kind ? { entity: kind } : {}) };
  const loaded = useLive(`imports ${JSON.stringify(query)}`, async (signal) => {
    return (await api.GET('/api/v1/imports', { params: { query }, signal })).data;
  });
  const { data, reload } = loaded;
  useEffect(() => {
    if (!data?.items.some(isWorking)) return;
    const timer = setTimeout(() => document.hidden || reload(), pause);
    return () => clearTimeout(timer);
  }, [data, reload]);
  return { ...loaded, ...useLogPages<ImportsSearch>('/imports', search, data?.nextCursor), search };
}

export type Imports = ReturnType<typeof useImports>;
