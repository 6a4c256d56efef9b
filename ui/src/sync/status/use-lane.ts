import type { Schemas } from '#api/facts.gen.ts';
import { pollingOptions } from '#crud/query-client.ts';
import { useRead } from '#crud/use-read.ts';
import { api } from '#session/session.ts';
import type { Lane } from './lanes.ts';
import type { LaneKey, Span } from './sync-search.ts';

export type LaneDetail = Schemas['SyncLaneAnswer']['data'];

const POLL_MS = 5000;

/** What only the cell's own answer knows: samples, tries, the change it stands at. Asked for anew when the lane turns. */
export function useLane({ subscriber, kind }: LaneKey, span: Span, { state, attempts, parked, replay }: Lane) {
  const laneVersion = [state, attempts, parked, replay].join();
  const loaded = useRead({
    ...pollingOptions(POLL_MS),
    queryKey: ['lane', subscriber, kind, span, laneVersion],
    queryFn: async ({ signal }) => {
      const path = { subscriberId: subscriber, entity: kind };
      return (
        await api.GET('/api/v1/sync-status/{subscriberId}/{entity}', { params: { path, query: { span } }, signal })
      ).data;
    },
  });
  const { data } = loaded;
  // until the answer for another cell is there, nothing of the one before is shown as its own
  const matchingData = data && data.subscriber.id === subscriber && data.lane.entity === kind ? data : undefined;
  return { ...loaded, data: matchingData };
}
