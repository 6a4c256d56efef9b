import { readOnce } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import type { ChosenLane } from './lane-panel.tsx';
import { type Kept, type ReplayStart, toQuery } from './replay-start.ts';

/** Where a replay would begin and how many changes it is; nothing while the start is not fully said. */
export function useReplayPreview({ subscriber, lane }: ChosenLane, start: ReplayStart, kept: Kept) {
  const query = toQuery(start, kept);
  const key = query ? JSON.stringify(query) : '';
  const { data, problem, loading } = useRead({
    ...readOnce,
    queryKey: ['replay preview', subscriber.id, lane.entity, key],
    enabled: query !== undefined,
    queryFn: async ({ signal }) => {
      const path = { subscriberId: subscriber.id, entity: lane.entity };
      const { data } = await api.GET('/api/v1/sync-status/{subscriberId}/{entity}/replay', {
        params: { path, query: query ?? {} },
        signal,
      });
      return { ...data, key };
    },
  });
  // the answer to another start says nothing of this one
  return { preview: data?.key === key ? data : undefined, problem: loading ? undefined : problem, asked: key !== '' };
}
