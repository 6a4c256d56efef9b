import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Segmented } from '#kit/segmented.tsx';
import { unitOf } from './lag-course.ts';
import { LaneError } from './lane-error.tsx';
import type { ChosenLane } from './lane-panel.tsx';
import type { SyncStatus } from './lanes.ts';
import { spans } from './sync-search.ts';
import type { LaneDetail } from './use-lane.ts';
import type { Sync } from './use-sync.ts';

// scales and shapes are needed where a course is drawn, and nowhere else
const LagChart = lazy(async () => ({ default: (await import('./lag-chart.tsx')).LagChart }));

interface Props {
  sync: Sync;
  chosen: ChosenLane;
  status: SyncStatus;
  detail: LaneDetail;
}

/** The course of the lag, and what the last try failed of. */
export function LaneCourse({ sync, chosen: { lane }, status, detail }: Props) {
  const { t } = useTexts();
  const { span, setSpan } = sync;
  // by the server's clock; while nothing changes no news comes, but time goes on
  const now = new Date(Date.parse(status.time) + (sync.time ? Date.now() - sync.time.getTime() : 0)).toISOString();
  const points = [...detail.samples, { time: now, lagMs: lane.lagMs }];
  return (
    <div className="flex min-w-0 flex-col px-4 py-2.5">
      <div className="mb-1 flex items-center gap-2">
        <h3 className="text-xs font-medium text-ink-2">{t(`sync.lagIn.${unitOf(points)}`)}</h3>
        <span className="ml-auto">
          <Segmented
            aria-label={t('sync.spanLabel')}
            value={span}
            onChange={setSpan}
            options={spans.map((value) => ({ value, label: t(`sync.span.${value}`) }))}
          />
        </span>
      </div>
      <div className="h-46">
        <Suspense>
          <LagChart points={points} span={span} now={now} failingSince={lane.failingSince} />
        </Suspense>
      </div>
      {detail.samples.length === 0 && <p className="text-xs text-ink-3">{t('sync.noSamples')}</p>}
      <LaneError lane={lane} detail={detail} />
    </div>
  );
}
