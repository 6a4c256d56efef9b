import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type DatedValue, findExtremes, findNearestIndex, sortByTime, spaceByTime, toPath } from './chart-geometry.ts';

interface TimeSeriesChartProps {
  'aria-label': string;
  points: readonly DatedValue[];
  /** formats a time; without it UTC to the minute is shown */
  formatTime?: ((iso: string) => string) | undefined;
  className?: string | undefined;
}

const formatUtc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** A line chart of a value over time. Hovering or the arrow keys select the point that is shown; by default it is the last. */
export function TimeSeriesChart({ points, formatTime = formatUtc, className, ...aria }: TimeSeriesChartProps) {
  const [activeIndex, setActiveIndex] = useState<number>();
  const ordered = sortByTime(points);
  const chartPoints = spaceByTime(ordered);
  const extremes = findExtremes(ordered);
  const index = Math.min(activeIndex ?? ordered.length - 1, ordered.length - 1);
  const [point, chartPoint, first, last] = [ordered[index], chartPoints[index], ordered[0], ordered.at(-1)];
  if (!extremes || !point || !chartPoint || !first || !last) return null;

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setActiveIndex(findNearestIndex(chartPoints, ((event.clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      Home: 0,
      End: ordered.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setActiveIndex(Math.max(0, Math.min(target, ordered.length - 1)));
  }

  return (
    <figure className={className}>
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="font-mono">{extremes.max}</span>
        <span className="min-w-0 truncate" aria-live="polite">
          {formatTime(point.time)} <span className="ml-1 font-mono font-medium text-ink">{point.value}</span>
        </span>
      </div>
      <div
        {...aria}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select each point
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setActiveIndex(undefined)}
        onBlur={() => setActiveIndex(undefined)}
        className="my-1 cursor-default touch-pan-y border-y border-line px-1.5 py-2"
      >
        <div className="relative h-18">
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the image around it has a name, and the line above it shows the selected point */}
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden
            className="absolute inset-0 size-full overflow-visible text-accent"
          >
            <polyline
              points={toPath(chartPoints)}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {activeIndex !== undefined && (
            <i className="absolute -inset-y-2 w-px bg-line-strong" style={{ left: `${chartPoint.x}%` }} />
          )}
          <i
            className="absolute -m-1 size-2 rounded-full bg-accent ring-2 ring-panel"
            style={{ left: `${chartPoint.x}%`, top: `${chartPoint.y}%` }}
          />
        </div>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="font-mono">{extremes.min === extremes.max ? '' : extremes.min}</span>
        <span className="min-w-0 truncate">
          {first.time.slice(0, 10)}
          {ordered.length > 1 && ` – ${last.time.slice(0, 10)}`}
        </span>
      </div>
    </figure>
  );
}
