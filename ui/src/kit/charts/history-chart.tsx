import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type Dated, extremes, inOrderOfTime, nearest, timedPlaces, toPath } from './history-chart-places.ts';

interface HistoryChartProps {
  'aria-label': string;
  points: readonly Dated[];
  /** how a time is said; without it in UTC, to the minute */
  timeText?: ((iso: string) => string) | undefined;
  className?: string | undefined;
}

const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** The course of a value over time; hovering or the arrow keys name each point, at rest it is the last. */
export function HistoryChart({ points, timeText = utc, className, ...aria }: HistoryChartProps) {
  const [at, setAt] = useState<number>();
  const ordered = inOrderOfTime(points);
  const places = timedPlaces(ordered);
  const ends = extremes(ordered);
  const index = Math.min(at ?? ordered.length - 1, ordered.length - 1);
  const [point, place, first, last] = [ordered[index], places[index], ordered[0], ordered.at(-1)];
  if (!ends || !point || !place || !first || !last) return null;

  function follow(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt(nearest(places, ((event.clientX - left) / width) * 100));
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      Home: 0,
      End: ordered.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(step, ordered.length - 1)));
  }

  return (
    <figure className={className}>
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="font-mono">{ends.most}</span>
        <span className="min-w-0 truncate" aria-live="polite">
          {timeText(point.time)} <span className="ml-1 font-mono font-medium text-ink">{point.value}</span>
        </span>
      </div>
      <div
        {...aria}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys name each point
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        className="my-1 cursor-default touch-pan-y border-y border-line px-1.5 py-2"
      >
        <div className="relative h-18">
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the image around it has a name, the line above it says each point */}
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            aria-hidden
            className="absolute inset-0 size-full overflow-visible text-accent"
          >
            <polyline
              points={toPath(places)}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
              strokeLinejoin="round"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {at !== undefined && (
            <i className="absolute -inset-y-2 w-px bg-line-strong" style={{ left: `${place.x}%` }} />
          )}
          <i
            className="absolute -m-1 size-2 rounded-full bg-accent ring-2 ring-panel"
            style={{ left: `${place.x}%`, top: `${place.y}%` }}
          />
        </div>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-xs text-ink-3">
        <span className="font-mono">{ends.least === ends.most ? '' : ends.least}</span>
        <span className="min-w-0 truncate">
          {first.time.slice(0, 10)}
          {ordered.length > 1 && ` – ${last.time.slice(0, 10)}`}
        </span>
      </div>
    </figure>
  );
}
