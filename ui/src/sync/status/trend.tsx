import { useTexts } from '#i18n/i18n.ts';
import { formatLagWithUnits } from './lag-format.ts';
import { toSvgPath, trendSegments } from './lag-points.ts';
import type { SyncState } from './lanes.ts';

const strokeClasses: Record<SyncState, string> = {
  healthy: 'text-ink-3',
  behind: 'text-warn',
  failed: 'text-bad',
  paused: 'text-idle',
};
const box = { width: 108, height: 22, padding: 2.5 };

/** Draws the lag of the last day as a sparkline for a table cell. */
export function Trend({ trend, state }: { trend: readonly (number | null)[]; state: SyncState }) {
  const { t } = useTexts();
  const segments = trendSegments(trend, box);
  const lastPoint = segments.at(-1)?.at(-1);
  const measuredLags = trend.filter((lag) => lag !== null);
  const label = lastPoint
    ? t('sync.trendText', {
        most: formatLagWithUnits(Math.max(...measuredLags)),
        last: formatLagWithUnits(measuredLags.at(-1) ?? 0),
      })
    : t('sync.trendNone');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${box.width} ${box.height}`}
      className={`block w-full max-w-27 ${strokeClasses[state]}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={`M2 ${box.height - 0.5}H${box.width - 2}`} stroke="var(--line)" />
      <path d={toSvgPath(segments)} stroke="currentColor" strokeWidth={1.3} />
      {lastPoint && <circle cx={lastPoint.x} cy={lastPoint.y} r={2} fill="currentColor" />}
    </svg>
  );
}
