import { compareDecimals } from '#kit/values/decimal.ts';

export interface DatedValue {
  /** ISO 8601 */
  time: string;
  /** an exact decimal */
  value: string;
}

export interface ChartPoint {
  /** from the left and from the top, 0 to 100 */
  x: number;
  y: number;
}

/** Scales values between the smallest (100) and the greatest (0). Floats are exact enough for drawing. */
function toHeights(values: readonly string[]): number[] {
  const numbers = values.map(Number);
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)];
  return numbers.map((number) => (max === min ? 50 : 100 - ((number - min) / (max - min)) * 100));
}

/** Spaces values evenly, as for a table cell. */
export function spaceEvenly(values: readonly string[]): ChartPoint[] {
  return toHeights(values).map((y, index) => ({ x: values.length < 2 ? 50 : (index / (values.length - 1)) * 100, y }));
}

/** Spaces values in proportion to time; they must be sorted by time. */
export function spaceByTime(points: readonly DatedValue[]): ChartPoint[] {
  const times = points.map(({ time }) => Date.parse(time));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ys = toHeights(points.map(({ value }) => value));
  return times.map((time, index) => ({
    x: last === first ? 50 : ((time - first) / (last - first)) * 100,
    y: ys[index] ?? 50,
  }));
}

export const sortByTime = <Point extends DatedValue>(points: readonly Point[]): Point[] =>
  points.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));

/** Returns the smallest and the greatest value as exact texts. */
export function findExtremes(points: readonly DatedValue[]): { min: string; max: string } | null {
  const values = points.map(({ value }) => value).toSorted((a, b) => compareDecimals(a, b) ?? 0);
  const [min, max] = [values[0], values.at(-1)];
  return min === undefined || max === undefined ? null : { min, max };
}

export const toPath = (points: readonly ChartPoint[]): string =>
  points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

/** Returns the index of the point that is horizontally nearest. */
export function findNearestIndex(points: readonly ChartPoint[], x: number): number {
  return points.reduce((bestIndex, point, index) => {
    const bestPoint = points[bestIndex];
    return bestPoint && Math.abs(bestPoint.x - x) <= Math.abs(point.x - x) ? bestIndex : index;
  }, 0);
}
