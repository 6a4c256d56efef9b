import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { formatHourAndMinute, formatLag, formatLagWithUnits, formatTimeOfDay } from './lag-format.ts';
import {
  indexOfNearestTime,
  type LagPoint,
  lagUnitFor,
  MS_PER_UNIT,
  maxLagMs,
  pointsInSpan,
  SPAN_MS,
  splitAtGaps,
} from './lag-points.ts';
import type { ChartSpan } from './sync-search.ts';

interface Props {
  points: readonly LagPoint[];
  span: ChartSpan;
  /** The end of the span, in ISO 8601. */
  now: string;
  failingSince: string | null;
  /** The lag above which the lane counts as behind. */
  behindAfterMs: number;
}

const CHART_HEIGHT = 184;
const MARGINS = { left: 44, right: 10, top: 18, bottom: 22 };
/** Keeps the time labels of a narrow chart apart. */
const MIN_TICK_DISTANCE = 60;
const BASELINE_Y = CHART_HEIGHT - MARGINS.bottom;

/** Charts the lag over time. Pointing or arrow keys select a point, whose time and lag are shown. */
export function LagChart({ points, span, now, failingSince, behindAfterMs }: Props) {
  const { t } = useTexts();
  const { ref, width } = useWidth();
  const visiblePoints = useMemo(() => pointsInSpan(points, span, now), [points, span, now]);
  const unit = lagUnitFor(visiblePoints);
  const endMs = Date.parse(now);
  const x = scaleTime([endMs - SPAN_MS[span], endMs], [MARGINS.left, width - MARGINS.right]);
  // leaves room above the threshold, so that it is always visible and its text stays below the top
  const maxLagInUnits = Math.max(maxLagMs(visiblePoints), 1.25 * behindAfterMs) / MS_PER_UNIT[unit];
  const y = scaleLinear([0, maxLagInUnits], [BASELINE_Y, MARGINS.top]).nice(3);
  const times = visiblePoints.map(({ time }) => Date.parse(time));
  const { selectedIndex, handlers } = useSelectedPoint(visiblePoints.length, (pixelX) =>
    indexOfNearestTime(times, x.invert(pixelX).getTime()),
  );
  const linePath = line<LagPoint>(
    ({ time }) => x(Date.parse(time)),
    ({ lagMs }) => y(lagMs / MS_PER_UNIT[unit]),
  );
  const selectedPoint = selectedIndex === undefined ? undefined : visiblePoints[selectedIndex];
  // The points normally include the current time.
  if (visiblePoints.length === 0) return null;
  const pointText = ({ time, lagMs }: LagPoint) => `${formatHourAndMinute(time)} ${formatLagWithUnits(lagMs)}`;
  return (
    <div ref={ref} className="relative" style={{ height: CHART_HEIGHT }}>
      <div
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys select points
        tabIndex={0}
        aria-label={t('sync.chart', {
          span: t(`sync.span.${span}`),
          most: formatLagWithUnits(maxLagMs(visiblePoints)),
          now: formatLagWithUnits(visiblePoints.at(-1)?.lagMs ?? 0),
          threshold: formatLag(behindAfterMs),
        })}
        {...handlers}
        className="size-full cursor-default touch-pan-y"
      >
        {width > 0 && (
          // biome-ignore lint/a11y/noSvgWithoutTitle: the surrounding image has a label, and the live region describes the selected point
          <svg width={width} height={CHART_HEIGHT} aria-hidden className="block font-mono text-2xs" fill="none">
            <LagAxes x={x} y={y} span={span} box={{ width, height: CHART_HEIGHT, ...MARGINS }} />
            <Threshold
              text={t('sync.behindAbove', { lag: formatLag(behindAfterMs) })}
              y={y(behindAfterMs / MS_PER_UNIT[unit])}
              left={MARGINS.left}
              right={width - MARGINS.right}
            />
            {splitAtGaps(visiblePoints, span).map((run) => (
              <path
                key={run[0]?.time}
                d={linePath(run.length === 1 ? [...run, ...run] : run) ?? ''}
                stroke="var(--accent)"
                strokeWidth={1.5}
                strokeLinejoin="round"
                strokeLinecap="round"
              />
            ))}
            {failingSince && <FirstFailure time={failingSince} x={x} top={MARGINS.top} bottom={BASELINE_Y} />}
            {selectedPoint && (
              <SelectedPoint
                x={x(Date.parse(selectedPoint.time))}
                y={y(selectedPoint.lagMs / MS_PER_UNIT[unit])}
                top={MARGINS.top}
                bottom={BASELINE_Y}
              />
            )}
          </svg>
        )}
      </div>
      <span className="sr-only" aria-live="polite">
        {selectedPoint && pointText(selectedPoint)}
      </span>
      {selectedPoint && (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-sm bg-plate px-2 py-1 text-xs whitespace-nowrap text-on-plate"
          style={{
            top: 0,
            left: x(Date.parse(selectedPoint.time)),
            translate: x(Date.parse(selectedPoint.time)) > width / 2 ? 'calc(-100% - 8px)' : '8px',
          }}
        >
          <span className="mr-2 font-mono">{formatTimeOfDay(selectedPoint.time)}</span>
          {formatLagWithUnits(selectedPoint.lagMs)}
        </span>
      )}
    </div>
  );
}

/** Marks the lag above which the lane counts as behind. */
const Threshold = ({ text, y, left, right }: { text: string; y: number; left: number; right: number }) => (
  <>
    <path d={`M${left} ${y}H${right}`} stroke="var(--warn)" strokeDasharray="4 3" />
    <text x={left + 6} y={y - 5} fill="var(--warn-ink)" className="font-sans text-xs">
      {text}
    </text>
  </>
);

/** Marks the selected point. */
const SelectedPoint = ({ x, y, top, bottom }: { x: number; y: number; top: number; bottom: number }) => (
  <>
    <path d={`M${x} ${top}V${bottom}`} stroke="var(--line-strong)" />
    <circle cx={x} cy={y} r={4} fill="var(--accent)" stroke="var(--panel)" strokeWidth={2} />
  </>
);

interface FirstFailureProps {
  time: string;
  x: ScaleTime<number, number>;
  top: number;
  bottom: number;
}

/** Marks the first failure, at the left edge if it was before the span. */
function FirstFailure({ time, x, top, bottom }: FirstFailureProps) {
  const { t } = useTexts();
  const [minX = 0, maxX = 0] = x.range();
  const failureX = x(Date.parse(time));
  const isBeforeSpan = failureX < minX;
  const clampedX = Math.min(Math.max(failureX, minX), maxX);
  const isInRightHalf = clampedX > (minX + maxX) / 2;
  return (
    <>
      {!isBeforeSpan && <path d={`M${clampedX} ${top - 8}V${bottom}`} stroke="var(--bad)" strokeDasharray="2 3" />}
      <text
        x={isBeforeSpan ? minX : clampedX + (isInRightHalf ? -6 : 6)}
        y={top - 6}
        textAnchor={isInRightHalf ? 'end' : 'start'}
        fill="var(--bad-ink)"
        className="font-sans text-xs"
      >
        {t(isBeforeSpan ? 'sync.failingSince' : 'sync.firstFailure', { time: formatHourAndMinute(time) })}
      </text>
    </>
  );
}

/** Manages the selected one of `count` points, which follows the pointer and the arrow keys. */
function useSelectedPoint(count: number, indexNearestTo: (x: number) => number) {
  const [storedIndex, setStoredIndex] = useState<number>();
  const selectedIndex = storedIndex === undefined ? undefined : Math.min(storedIndex, count - 1);
  const currentIndex = selectedIndex ?? count - 1;

  function onKeyDown(event: KeyboardEvent): void {
    const indexByKey: Record<string, number> = {
      ArrowRight: currentIndex + 1,
      ArrowUp: currentIndex + 1,
      ArrowLeft: currentIndex - 1,
      ArrowDown: currentIndex - 1,
      Home: 0,
      End: count - 1,
    };
    const nextIndex = indexByKey[event.key];
    if (nextIndex === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setStoredIndex(Math.max(0, Math.min(nextIndex, count - 1)));
  }

  const clearSelection = () => setStoredIndex(undefined);
  return {
    selectedIndex,
    handlers: {
      onKeyDown,
      onPointerMove: (event: PointerEvent<HTMLElement>) =>
        setStoredIndex(indexNearestTo(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: clearSelection,
      onBlur: clearSelection,
    },
  };
}

interface LagAxesProps {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  span: ChartSpan;
  box: { width: number; height: number; left: number; right: number; bottom: number };
}

/** Draws horizontal grid lines with lag labels, and time labels below. */
function LagAxes({ x, y, span, box: { width, height, left, right, bottom } }: LagAxesProps) {
  return (
    <>
      {y.ticks(3).map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width - right}`} stroke="var(--line)" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" fill="var(--ink-3)">
            {tick}
          </text>
        </g>
      ))}
      {x.ticks(Math.min(span === 'hour' ? 5 : 7, Math.floor(width / MIN_TICK_DISTANCE))).map((tick) => (
        <g key={tick.getTime()}>
          <path d={`M${x(tick)} ${height - bottom}v4`} stroke="var(--line-strong)" />
          <text x={x(tick)} y={height - 5} textAnchor={textAnchorFor(x(tick), left, width)} fill="var(--ink-3)">
            {formatHourAndMinute(tick.toISOString())}
          </text>
        </g>
      ))}
    </>
  );
}

/** Returns an anchor that keeps the outermost labels from being cut off. */
const textAnchorFor = (x: number, left: number, width: number) =>
  x < left + 16 ? 'start' : x > width - 24 ? 'end' : 'middle';

/** Measures the width of an element in pixels; 0 until it is mounted. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
