import { useSearch } from '@tanstack/react-router';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { LIST_GC_MS, LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { cacheLabels } from '#crud/text/labels.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { type DataLogSearch, toQuery } from './data-log-search.ts';

export type DataLogEntry = Schemas['DataLogEntry'];

function dataLogsQuery(search: DataLogSearch) {
  const query = toQuery(search);
  return {
    queryKey: ['data logs', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.GET('/api/v1/data-logs', { params: { query }, signal });
      cacheLabels(data.labels);
      return data;
    },
  };
}

export const prefetchDataLogs = (search: DataLogSearch, cause: LoadCause): void =>
  prefetchRead(dataLogsQuery(search), cause);

/** Loads the page of the data log that the URL parameters select, and returns it with its paging functions. */
export function useDataLogs() {
  const search = useSearch({ from: '/_frame/data-logs' });
  const loaded = useRead({ ...dataLogsQuery(search), gcTime: LIST_GC_MS, staleTime: LIST_STALE_MS });
  return { ...loaded, ...useLogPages(routes.data_log, search, loaded.data), search };
}

export type DataLogs = ReturnType<typeof useDataLogs>;
