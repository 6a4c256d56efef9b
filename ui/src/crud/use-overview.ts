import { useEffect } from 'react';
import { api } from '#session/session.ts';
import { onRecordsChanged } from './changes.ts';
import { useLoaded } from './use-loaded.ts';

/** Counts and recent changes of the last 1, 7 or 30 days; fresh after every change made here. */
export function useOverview(days: 1 | 7 | 30) {
  const loaded = useLoaded(`overview ${days}`, async (signal) => {
    const { data } = await api.GET('/api/v1/overview', { params: { query: { days } }, signal });
    return data;
  });
  useEffect(() => onRecordsChanged(loaded.reload), [loaded.reload]);
  return loaded;
}
