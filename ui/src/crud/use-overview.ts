import { api } from '#session/session.ts';
import { shareCall } from './share-call.ts';
import { useLive } from './use-live.ts';

/** Counts and recent changes of the last 1, 7 or 30 days; on the home page the menu asks for the same. */
export function useOverview(days: 1 | 7 | 30) {
  const key = `overview ${days}`;
  return useLive(key, () =>
    shareCall(key, async () => (await api.GET('/api/v1/overview', { params: { query: { days } } })).data),
  );
}
