import { compareDecimals } from '#kit/values/decimal.ts';

export interface Dated {
  /** ISO 8601 */
  time: string;
  /** an exact decimal */
  value: string;
}

export interface Place {
  /** from the left and from the top, 0 to 100 */
  x: number;
  y: number;
}

/** Where each value stands between the least and the greatest; only the drawing is inexact. */
function heights(values: readonly string[]): number[] {
  const sizes = values.map(Number);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return sizes.map((size) => (most === least ? 50 : 100 - ((size - least) / (most - least)) * 100));
}

/** Evenly spaced, as a table cell shows them. */
export function evenPlaces(values: readonly string[]): Place[] {
  return heights(values).map((y, index) => ({ x: values.length < 2 ? 50 : (index / (values.length - 1)) * 100, y }));
}

/** Spaced as they came; the points are in order of time. */
export function timedPlaces(points: readonly Dated[]): Place[] {
  const times = points.map(({ time }) => Date.parse(time));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const ys = heights(points.map(({ value }) => value));
  return times.map((time, index) => ({
    x: last === first ? 50 : ((time - first) / (last - first)) * 100,
    y: ys[index] ?? 50,
  }));
}

export const inOrderOfTime = <Point extends Dated>(points: readonly Point[]): Point[] =>
  points.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));

/** The texts of the least and the greatest, exactly as they were given. */
export function extremes(points: readonly Dated[]): { least: string; most: string } | null {
  const values = points.map(({ value }) => value).toSorted((a, b) => compareDecimals(a, b) ?? 0);
  const [least, most] = [values[0], values.at(-1)];
  return least === undefined || most === undefined ? null : { least, most };
}

export const toPath = (places: readonly Place[]): string =>
  places.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

/** The point whose place is the nearest to the left or to the right. */
export function nearest(places: readonly Place[], x: number): number {
  return places.reduce((best, place, index) => {
    const before = places[best];
    return before && Math.abs(before.x - x) <= Math.abs(place.x - x) ? best : index;
  }, 0);
}
