import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '#api/metadata.gen.ts';
import { type LoadCause, prefetchRead, readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';
import { useLogPages } from './use-log-pages.ts';
import { toQuery, type UserLogSearch } from './user-log-search.ts';

export type LogEntry = Schemas['UserLogEntry'];

function logsQuery(search: UserLogSearch) {
  const query = toQuery(search);
  return {
    queryKey: ['user logs', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.GET('/api/v1/user-logs', { params: { query }, signal })).data,
  };
}

export const prefetchLogs = (search: UserLogSearch, cause: LoadCause): void => prefetchRead(logsQuery(search), cause);

/** Reads the page of the user log that the address selects, and returns it with its navigation. */
export function useLogs() {
  const search = useSearch({ from: '/_frame/users/user-log-list' });
  const loaded = useRead({ ...readOnceOptions, ...logsQuery(search) });
  return { ...loaded, ...useLogPages('/users/user-log-list', search, loaded.data), search };
}

export type Logs = ReturnType<typeof useLogs>;
