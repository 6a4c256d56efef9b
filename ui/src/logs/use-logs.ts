import { useSearch } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import { toQuery } from './log-search.ts';
import { useLogPages } from './use-log-pages.ts';

export type LogEntry = Schemas['UserLogEntry'];

/** The page of the log that the address says, and the ways on. */
export function useLogs() {
  const search = useSearch({ from: '/_frame/users/user-log-list' });
  const query = toQuery(search);
  const loaded = useRead({
    ...readOnce,
    queryKey: ['user logs', query],
    queryFn: async ({ signal }) => (await api.GET('/api/v1/user-logs', { params: { query }, signal })).data,
  });
  return { ...loaded, ...useLogPages('/users/user-log-list', search, loaded.data), search };
}

export type Logs = ReturnType<typeof useLogs>;
