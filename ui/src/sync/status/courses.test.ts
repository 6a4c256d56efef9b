import { describe, expect, it } from 'vitest';
import { nearestTime, pointsInSpan, splitAtGaps, unitOf } from './lag-course.ts';
import { toPath, trendRuns } from './trend-path.ts';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 6, minutes)).toISOString();
const point = (minutes: number, lagMs = 0) => ({ time: at(minutes), lagMs });

describe('the trend of a row', () => {
  const box = { width: 105, height: 25, edge: 2.5 };

  it('breaks where nothing was measured, and keeps every half hour at its place', () => {
    const runs = trendRuns([10_000, 5000, null, 0, null, 10_000], box);
    expect(runs.map((run) => run.map(({ x }) => x))).toEqual([[2.5, 22.5], [62.5], [102.5]]);
    expect(runs.flat().map(({ y }) => y)).toEqual([2.5, 12.5, 22.5, 2.5]);
  });

  it('leaves a small lag small', () => {
    const [[place] = []] = trendRuns([500], box);
    expect(place?.y).toBe(20.5);
  });

  it('draws a lone place as a dot, and nothing of nothing', () => {
    expect(toPath(trendRuns([null, 5000], box))).toBe('M102.5 2.5L102.5 2.5');
    expect(toPath(trendRuns([null, null], box))).toBe('');
  });
});

describe('the course of a lane', () => {
  it('is of the span that ends now, in order of time', () => {
    const points = [point(59, 2), point(-2, 9), point(30, 1), point(61, 8)];
    expect(pointsInSpan(points, 'hour', at(60)).map(({ lagMs }) => lagMs)).toEqual([1, 2]);
  });

  it('has no line over a pause longer than samples are apart', () => {
    const points = [point(0), point(1), point(5), point(6)];
    expect(splitAtGaps(points, 'hour').map((run) => run.length)).toEqual([2, 2]);
    expect(splitAtGaps(points, 'day').map((run) => run.length)).toEqual([4]);
  });

  it('is told in the unit that keeps its figures short', () => {
    expect(unitOf([point(0, 119_000)])).toBe('seconds');
    expect(unitOf([point(0, 120_000)])).toBe('minutes');
    expect(unitOf([point(0, 3 * 3_600_000)])).toBe('hours');
    expect(unitOf([])).toBe('seconds');
  });

  it('has a nearest point to every place', () => {
    expect([-5, 4, 6, 99].map((time) => nearestTime([0, 10, 20], time))).toEqual([0, 0, 1, 2]);
  });
});
