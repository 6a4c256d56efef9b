import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { startOfPeriod } from '#i18n/viewer-days.ts';
import { api } from '#session/session.ts';
import { LIST_STALE_MS, queryClient } from './query-client.ts';
import { useRead } from './use-read.ts';

/** Returns the query of counts and changes of the last 1, 7 or 30 days including today; home page and menu share it. */
export const overviewQuery = (days: 1 | 7 | 30) => {
  const since = startOfPeriod(days).toISOString();
  return {
    queryKey: ['overview', since],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.GET('/api/v1/overview', { params: { query: { since } }, signal });
      cacheLabels(data.labels);
      return data;
    },
    gcTime: LIST_STALE_MS,
    staleTime: LIST_STALE_MS,
  };
};

export const useOverview = (days: 1 | 7 | 30) => useRead(overviewQuery(days));

export function prefetchOverview(days: 1 | 7 | 30 = 1): void {
  void queryClient.prefetchQuery(overviewQuery(days));
}
