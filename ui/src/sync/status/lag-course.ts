export interface LagPoint {
  /** ISO 8601 */
  time: string;
  lagMs: number;
}

export type Unit = 'seconds' | 'minutes' | 'hours';

export const unitMs: Record<Unit, number> = { seconds: 1000, minutes: 60_000, hours: 3_600_000 };

export const maxLag = (points: readonly LagPoint[]): number =>
  points.reduce((most, { lagMs }) => Math.max(most, lagMs), 0);

/** In which unit a course reads well: the greatest has at most three digits before the point. */
export function unitOf(points: readonly LagPoint[]): Unit {
  const most = maxLag(points);
  if (most < 2 * unitMs.minutes) return 'seconds';
  return most < 3 * unitMs.hours ? 'minutes' : 'hours';
}

export const spanMs = { hour: 3_600_000, day: 86_400_000 } as const;

/** Samples stand for a minute each, those of a day for five: over a longer pause than these no line is drawn. */
const gapMs = { hour: 150_000, day: 750_000 } as const;

/** The points of a span that ends now, in order of time. */
export function pointsInSpan(points: readonly LagPoint[], span: keyof typeof spanMs, now: string): LagPoint[] {
  const end = Date.parse(now);
  return points
    .filter(({ time }) => Date.parse(time) >= end - spanMs[span] && Date.parse(time) <= end)
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

/** Runs without a gap. */
export function splitAtGaps(points: readonly LagPoint[], span: keyof typeof gapMs): LagPoint[][] {
  const runs: LagPoint[][] = [];
  for (const point of points) {
    const last = runs.at(-1)?.at(-1);
    if (last && Date.parse(point.time) - Date.parse(last.time) <= gapMs[span]) runs.at(-1)?.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** Which of times in order, in milliseconds, is the nearest. */
export function nearestTime(times: readonly number[], time: number): number {
  return times.reduce(
    (best, each, index) => (Math.abs(each - time) < Math.abs((times[best] ?? Infinity) - time) ? index : best),
    0,
  );
}
