export interface LagPoint {
  /** The time of the sample, in ISO 8601. */
  time: string;
  lagMs: number;
}

export type LagUnit = 'seconds' | 'minutes' | 'hours';

export const MS_PER_UNIT: Record<LagUnit, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000 };

export const maxLagMs = (points: readonly LagPoint[]): number =>
  points.reduce((longestLagMs, { lagMs }) => Math.max(longestLagMs, lagMs), 0);

/** Returns the unit in which the longest lag has at most three digits before the decimal point. */
export function lagUnitFor(points: readonly LagPoint[]): LagUnit {
  const most = maxLagMs(points);
  if (most < 2 * MS_PER_UNIT.minutes) return 'seconds';
  return most < 3 * MS_PER_UNIT.hours ? 'minutes' : 'hours';
}

export const SPAN_MS = { hour: 3_600_000, day: 86_400_000 } as const;

/** Samples are a minute apart, or five minutes for a day. The line is interrupted at longer gaps. */
const MAX_GAP_MS = { hour: 150_000, day: 750_000 } as const;

/** Returns the points of a span that ends now, sorted by time. */
export function pointsInSpan(points: readonly LagPoint[], span: keyof typeof SPAN_MS, now: string): LagPoint[] {
  const end = Date.parse(now);
  return points
    .filter(({ time }) => Date.parse(time) >= end - SPAN_MS[span] && Date.parse(time) <= end)
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

/** Splits points into segments without gaps. */
export function splitAtGaps(points: readonly LagPoint[], span: keyof typeof MAX_GAP_MS): LagPoint[][] {
  const segments: LagPoint[][] = [];
  for (const point of points) {
    const previousPoint = segments.at(-1)?.at(-1);
    if (previousPoint && Date.parse(point.time) - Date.parse(previousPoint.time) <= MAX_GAP_MS[span])
      segments.at(-1)?.push(point);
    else segments.push([point]);
  }
  return segments;
}

/** Returns the index of the time that is nearest to another one, in milliseconds. */
export function indexOfNearestTime(times: readonly number[], time: number): number {
  return times.reduce(
    (bestIndex, candidate, index) =>
      Math.abs(candidate - time) < Math.abs((times[bestIndex] ?? Infinity) - time) ? index : bestIndex,
    0,
  );
}

interface TrendPoint {
  x: number;
  y: number;
}

interface TrendBox {
  width: number;
  height: number;
  padding: number;
}

/** The scale is at least this high, so small lags do not fill the whole height. */
const MIN_SCALE_MS = 5000;

/** Returns the points of the trend, split where nothing was measured. 0 is at the bottom, the longest lag at the top. */
export function trendSegments(trend: readonly (number | null)[], { width, height, padding }: TrendBox): TrendPoint[][] {
  const scaleMs = Math.max(MIN_SCALE_MS, ...trend.map((lag) => lag ?? 0));
  const step = trend.length > 1 ? (width - 2 * padding) / (trend.length - 1) : 0;
  const segments: TrendPoint[][] = [];
  let isSegmentOpen = false;
  trend.forEach((lag, index) => {
    if (lag === null) {
      isSegmentOpen = false;
      return;
    }
    const trendPoint = {
      x: padding + index * step,
      y: height - padding - (Math.max(0, lag) / scaleMs) * (height - 2 * padding),
    };
    if (isSegmentOpen) segments.at(-1)?.push(trendPoint);
    else segments.push([trendPoint]);
    isSegmentOpen = true;
  });
  return segments;
}

const coordinates = ({ x, y }: TrendPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Returns the `d` attribute of the segments. A single point is a line of length 0, which round caps turn into a dot. */
export const toSvgPath = (runs: readonly TrendPoint[][]): string =>
  runs
    .map(
      (segment) =>
        `M${segment.map(coordinates).join('L')}${segment.length === 1 && segment[0] ? `L${coordinates(segment[0])}` : ''}`,
    )
    .join('');
