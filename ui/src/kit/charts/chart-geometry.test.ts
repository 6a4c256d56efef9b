import { expect, test } from 'vitest';
import { findExtremes, findNearestIndex, sortByTime, spaceByTime, spaceEvenly, toPath } from './chart-geometry.ts';

const points = [
  { time: '2026-03-11T00:00:00Z', value: '7.1' },
  { time: '2026-03-01T00:00:00Z', value: '7' },
  { time: '2026-03-05T00:00:00Z', value: '7.20' },
];

test('values are sorted by time and spaced in proportion to it', () => {
  const ordered = sortByTime(points);
  expect(ordered.map(({ value }) => value)).toEqual(['7', '7.20', '7.1']);
  expect(spaceByTime(ordered).map(({ x }) => x)).toEqual([0, 40, 100]);
  expect(spaceByTime(ordered).map(({ y }) => Math.round(y))).toEqual([100, 0, 50]);
});

test('a single value and values that never change are centred', () => {
  expect(spaceByTime(points.slice(0, 1))).toEqual([{ x: 50, y: 50 }]);
  expect(spaceEvenly(['3', '3'])).toEqual([
    { x: 0, y: 50 },
    { x: 100, y: 50 },
  ]);
  expect(spaceEvenly([])).toEqual([]);
});

test('extremes keep the original texts, however close the values are', () => {
  expect(findExtremes(points)).toEqual({ min: '7', max: '7.20' });
  const nearlyEqual = ['0.10000000000000000000002', '0.10000000000000000000001'];
  expect(findExtremes(nearlyEqual.map((value) => ({ time: '', value })))).toEqual({
    min: nearlyEqual[1],
    max: nearlyEqual[0],
  });
  expect(findExtremes([])).toBeNull();
});

test('finds the point that is nearest to a position', () => {
  const chartPoints = spaceByTime(sortByTime(points));
  expect([0, 19, 21, 69, 71, 100].map((x) => findNearestIndex(chartPoints, x))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(toPath(chartPoints.slice(0, 2))).toBe('0.00,100.00 40.00,0.00');
});
