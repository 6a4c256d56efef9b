import { startOfPeriod } from '#i18n/viewer-days.ts';
import { api } from '#session/session.ts';
import { shareCall } from './share-call.ts';
import { useLive } from './use-live.ts';

/** Counts, and the changes of the last 1, 7 or 30 days, the viewer's today included; on the home page the menu asks for the same. */
export function useOverview(days: 1 | 7 | 30) {
  const since = startOfPeriod(days).toISOString();
  const key = `overview since ${since}`;
  return useLive(key, () =>
    shareCall(key, async () => (await api.GET('/api/v1/overview', { params: { query: { since } } })).data),
  );
}
