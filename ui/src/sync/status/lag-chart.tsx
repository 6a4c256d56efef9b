import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { useWidth } from '#kit/charts/use-width.ts';
import { clock, clockToMinute, longLag } from './durations.ts';
import { type LagPoint, maxLag, nearestTime, pointsInSpan, spanMs, splitAtGaps, unitMs, unitOf } from './lag-course.ts';
import type { Span } from './sync-search.ts';

interface Props {
  points: readonly LagPoint[];
  span: Span;
  /** where the span ends, ISO 8601 */
  now: string;
  failingSince: string | null;
}

const height = 184;
const edges = { left: 44, right: 10, top: 18, bottom: 22 };
const floor = height - edges.bottom;

/** The lag over time; pointing or the arrow keys tell each point, at rest the label tells the whole. */
export function LagChart({ points, span, now, failingSince }: Props) {
  const { t } = useTexts();
  const { ref, width } = useWidth();
  const shown = useMemo(() => pointsInSpan(points, span, now), [points, span, now]);
  const unit = unitOf(shown);
  const end = Date.parse(now);
  const x = scaleTime([end - spanMs[span], end], [edges.left, width - edges.right]);
  const top = Math.max(maxLag(shown), 5 * unitMs.seconds) / unitMs[unit];
  const y = scaleLinear([0, top], [floor, edges.top]).nice(3);
  const times = shown.map(({ time }) => Date.parse(time));
  const { at, handlers } = usePointAt(shown.length, (px) => nearestTime(times, x.invert(px).getTime()));
  const draw = line<LagPoint>(
    ({ time }) => x(Date.parse(time)),
    ({ lagMs }) => y(lagMs / unitMs[unit]),
  );
  const point = at === undefined ? undefined : shown[at];
  // there is always one: now
  if (shown.length === 0) return null;
  const say = ({ time, lagMs }: LagPoint) => `${clockToMinute(time)} ${longLag(lagMs)}`;
  return (
    <div ref={ref} className="relative" style={{ height }}>
      <div
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys name each point
        tabIndex={0}
        aria-label={t('sync.chart', {
          span: t(`sync.span.${span}`),
          most: longLag(maxLag(shown)),
          now: longLag(shown.at(-1)?.lagMs ?? 0),
        })}
        {...handlers}
        className="size-full cursor-default touch-pan-y"
      >
        {width > 0 && (
          // biome-ignore lint/a11y/noSvgWithoutTitle: the image around it has a name, the line over it says each point
          <svg width={width} height={height} aria-hidden className="block font-mono text-2xs" fill="none">
            <LagAxes x={x} y={y} span={span} box={{ width, height, ...edges }} />
            {splitAtGaps(shown, span).map((run) => (
              <path
                key={run[0]?.time}
                d={draw(run.length === 1 ? [...run, ...run] : run) ?? ''}
                stroke="var(--accent)"
                strokeWidth={1.5}
                strokeLinejoin="round"
                strokeLinecap="round"
              />
            ))}
            {failingSince && <FirstFailure time={failingSince} x={x} top={edges.top} bottom={floor} />}
            {point && (
              <Pointed x={x(Date.parse(point.time))} y={y(point.lagMs / unitMs[unit])} top={edges.top} bottom={floor} />
            )}
          </svg>
        )}
      </div>
      <span className="sr-only" aria-live="polite">
        {point && say(point)}
      </span>
      {point && (
        <span
          aria-hidden
          className="pointer-events-none absolute rounded-sm bg-plate px-2 py-1 text-xs whitespace-nowrap text-on-plate"
          style={{
            top: 0,
            left: x(Date.parse(point.time)),
            translate: x(Date.parse(point.time)) > width / 2 ? 'calc(-100% - 8px)' : '8px',
          }}
        >
          <span className="mr-2 font-mono">{clock(point.time)}</span>
          {longLag(point.lagMs)}
        </span>
      )}
    </div>
  );
}

/** The point that is told. */
const Pointed = ({ x, y, top, bottom }: { x: number; y: number; top: number; bottom: number }) => (
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

/** Where it began to fail; at the left edge where that was before the span. */
function FirstFailure({ time, x, top, bottom }: FirstFailureProps) {
  const { t } = useTexts();
  const [from = 0, to = 0] = x.range();
  const place = x(Date.parse(time));
  const before = place < from;
  const at = Math.min(Math.max(place, from), to);
  const left = at > (from + to) / 2;
  return (
    <>
      {!before && <path d={`M${at} ${top - 8}V${bottom}`} stroke="var(--bad)" strokeDasharray="2 3" />}
      <text
        x={before ? from : at + (left ? -6 : 6)}
        y={top - 6}
        textAnchor={left ? 'end' : 'start'}
        fill="var(--bad-ink)"
        className="font-sans text-xs"
      >
        {t(before ? 'sync.failingSince' : 'sync.firstFailure', { time: clockToMinute(time) })}
      </text>
    </>
  );
}

/** Which of `count` points is told: the one pointed at or stepped to, undefined at rest. */
function usePointAt(count: number, nearest: (x: number) => number) {
  const [at, setAt] = useState<number>();
  const held = at === undefined ? undefined : Math.min(at, count - 1);
  const from = held ?? count - 1;

  function onKeyDown(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      Home: 0,
      End: count - 1,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(step, count - 1)));
  }

  const rest = () => setAt(undefined);
  return {
    at: held,
    handlers: {
      onKeyDown,
      onPointerMove: (event: PointerEvent<HTMLElement>) =>
        setAt(nearest(event.clientX - event.currentTarget.getBoundingClientRect().left)),
      onPointerLeave: rest,
      onBlur: rest,
    },
  };
}

interface LagAxesProps {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  span: Span;
  box: { width: number; height: number; left: number; right: number; bottom: number };
}

/** Hairlines with what they mean at the left, times below. */
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
      {x.ticks(span === 'hour' ? 5 : 7).map((tick) => (
        <g key={tick.getTime()}>
          <path d={`M${x(tick)} ${height - bottom}v4`} stroke="var(--line-strong)" />
          <text x={x(tick)} y={height - 5} textAnchor={anchorAt(x(tick), left, width)} fill="var(--ink-3)">
            {clockToMinute(tick.toISOString())}
          </text>
        </g>
      ))}
    </>
  );
}

/** So that the outermost are not cut off. */
const anchorAt = (x: number, left: number, width: number) =>
  x < left + 16 ? 'start' : x > width - 24 ? 'end' : 'middle';
