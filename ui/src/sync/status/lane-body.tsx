import { useTexts } from '#i18n/i18n.ts';
import { ErrorState } from '#kit/page-state.tsx';
import { Skeleton } from '#kit/skeleton.tsx';
import { LaneCourse } from './lane-course.tsx';
import { LaneFacts } from './lane-facts.tsx';
import { LaneHead } from './lane-head.tsx';
import type { ChosenLane } from './lane-panel.tsx';
import { LaneTries } from './lane-tries.tsx';
import type { SyncStatus } from './lanes.ts';
import { useLane } from './use-lane.ts';
import type { Sync } from './use-sync.ts';

interface Props {
  sync: Sync;
  status: SyncStatus;
  chosen: ChosenLane;
}

/** Facts, course and tries of one cell, with all that can be done about it. */
export function LaneBody({ sync, status, chosen }: Props) {
  const { t } = useTexts();
  const { lane, subscriber } = chosen;
  const key = { subscriber: subscriber.id, kind: lane.entity };
  const { data, problem, loading, reload } = useLane(key, sync.span, lane);
  const refresh = () => {
    sync.refresh();
    reload();
  };
  return (
    <>
      <LaneHead chosen={chosen} status={status} detail={data} refresh={refresh} />
      {!data && problem ? (
        <ErrorState
          title={t('sync.laneFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[272px_minmax(0,1fr)_216px] divide-x divide-line xl:grid-cols-[300px_minmax(0,1fr)_248px]">
          <LaneFacts chosen={chosen} status={status} detail={data} refresh={refresh} />
          {data ? (
            <LaneCourse sync={sync} chosen={chosen} status={status} detail={data} />
          ) : (
            <div className="p-4">
              <Skeleton width="24%" className="late" />
            </div>
          )}
          <LaneTries detail={data} />
        </div>
      )}
    </>
  );
}
