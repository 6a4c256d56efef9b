import { useTexts } from '#i18n/i18n.ts';
import { longLag } from './durations.ts';
import type { LaneState } from './lanes.ts';
import { toPath, trendRuns } from './trend-path.ts';

const tones: Record<LaneState, string> = {
  healthy: 'text-ink-3',
  behind: 'text-warn',
  failed: 'text-bad',
  paused: 'text-idle',
};
const box = { width: 108, height: 22, edge: 2.5 };

/** The lag of the last day, small enough for a table cell; nothing where nothing was measured. */
export function Trend({ trend, state }: { trend: readonly (number | null)[]; state: LaneState }) {
  const { t } = useTexts();
  const runs = trendRuns(trend, box);
  const end = runs.at(-1)?.at(-1);
  const known = trend.filter((lag) => lag !== null);
  const label = end
    ? t('sync.trendText', { most: longLag(Math.max(...known)), last: longLag(known.at(-1) ?? 0) })
    : t('sync.trendNone');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${box.width} ${box.height}`}
      className={`block w-full max-w-27 ${tones[state]}`}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={`M2 ${box.height - 0.5}H${box.width - 2}`} stroke="var(--line)" />
      <path d={toPath(runs)} stroke="currentColor" strokeWidth={1.3} />
      {end && <circle cx={end.x} cy={end.y} r={2} fill="currentColor" />}
    </svg>
  );
}
