import type { Schemas } from '#api/metadata.gen.ts';
import { pollingOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';
import type { Lane } from './lanes.ts';
import type { ChartSpan, LaneKey } from './sync-search.ts';

export type LaneDetail = Schemas['SyncLaneAnswer']['data'];

const POLL_MS = 5000;

/** Loads a lane's samples, attempts and blocking change, and reloads them when the lane changes. */
export function useLane({ subscriber, kind }: LaneKey, span: ChartSpan, { state, attempts, parked, replay }: Lane) {
  const laneVersion = [state, attempts, parked, replay].join();
  const laneRead = useRead({
    ...pollingOptions(POLL_MS),
    queryKey: ['lane', subscriber, kind, span, laneVersion],
    queryFn: async ({ signal }) => {
      const path = { subscriberId: subscriber, entity: kind };
      return (
        await api.GET('/api/v1/sync-status/{subscriberId}/{entity}', { params: { path, query: { span } }, signal })
      ).data;
    },
  });
  const { data } = laneRead;
  // While another lane is loading, the data of the previous lane must not be shown.
  const matchingData = data && data.subscriber.id === subscriber && data.lane.entity === kind ? data : undefined;
  return { ...laneRead, data: matchingData };
}
