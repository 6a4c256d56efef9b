import { describe, expect, it } from 'vitest';
import { indexOfNearestTime, lagUnitFor, pointsInSpan, splitAtGaps, toSvgPath, trendSegments } from './lag-points.ts';

const isoTime = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 6, minutes)).toISOString();
const point = (minutes: number, lagMs = 0) => ({ time: isoTime(minutes), lagMs });

describe('the trend of a row', () => {
  const box = { width: 105, height: 25, padding: 2.5 };

  it('has gaps for missing measurements, and keeps the x position of each half hour', () => {
    const segments = trendSegments([10_000, 5000, null, 0, null, 10_000], box);
    expect(segments.map((run) => run.map(({ x }) => x))).toEqual([[2.5, 22.5], [62.5], [102.5]]);
    expect(segments.flat().map(({ y }) => y)).toEqual([2.5, 12.5, 22.5, 2.5]);
  });

  it('does not stretch small lags to the full height', () => {
    const [[trendPoint] = []] = trendSegments([500], box);
    expect(trendPoint?.y).toBe(20.5);
  });

  it('draws a single point as a dot, and nothing without points', () => {
    expect(toSvgPath(trendSegments([null, 5000], box))).toBe('M102.5 2.5L102.5 2.5');
    expect(toSvgPath(trendSegments([null, null], box))).toBe('');
  });
});

describe('the lag of a lane', () => {
  it('has the points of the span that ends now, sorted by time', () => {
    const points = [point(59, 2), point(-2, 9), point(30, 1), point(61, 8)];
    expect(pointsInSpan(points, 'hour', isoTime(60)).map(({ lagMs }) => lagMs)).toEqual([1, 2]);
  });

  it('is split at gaps that are longer than the sampling interval', () => {
    const points = [point(0), point(1), point(5), point(6)];
    expect(splitAtGaps(points, 'hour').map((run) => run.length)).toEqual([2, 2]);
    expect(splitAtGaps(points, 'day').map((run) => run.length)).toEqual([4]);
  });

  it('uses a unit that keeps numbers short', () => {
    expect(lagUnitFor([point(0, 119_000)])).toBe('seconds');
    expect(lagUnitFor([point(0, 120_000)])).toBe('minutes');
    expect(lagUnitFor([point(0, 3 * 3_600_000)])).toBe('hours');
    expect(lagUnitFor([])).toBe('seconds');
  });

  it('has a nearest point for every time', () => {
    expect([-5, 4, 6, 99].map((time) => indexOfNearestTime([0, 10, 20], time))).toEqual([0, 0, 1, 2]);
  });
});
