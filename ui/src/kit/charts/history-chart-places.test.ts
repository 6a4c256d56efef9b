import { expect, test } from 'vitest';
import { evenPlaces, extremes, inOrderOfTime, nearest, timedPlaces, toPath } from './history-chart-places.ts';

const points = [
  { time: '2026-03-11T00:00:00Z', value: '7.1' },
  { time: '2026-03-01T00:00:00Z', value: '7' },
  { time: '2026-03-05T00:00:00Z', value: '7.20' },
];

test('points come in order of time and as far apart as they were', () => {
  const ordered = inOrderOfTime(points);
  expect(ordered.map(({ value }) => value)).toEqual(['7', '7.20', '7.1']);
  expect(timedPlaces(ordered).map(({ x }) => x)).toEqual([0, 40, 100]);
  expect(timedPlaces(ordered).map(({ y }) => Math.round(y))).toEqual([100, 0, 50]);
});

test('one point, and points that never change, stand in the middle', () => {
  expect(timedPlaces(points.slice(0, 1))).toEqual([{ x: 50, y: 50 }]);
  expect(evenPlaces(['3', '3'])).toEqual([
    { x: 0, y: 50 },
    { x: 100, y: 50 },
  ]);
  expect(evenPlaces([])).toEqual([]);
});

test('extremes are the texts as they were given, however close', () => {
  expect(extremes(points)).toEqual({ least: '7', most: '7.20' });
  const close = ['0.10000000000000000000002', '0.10000000000000000000001'];
  expect(extremes(close.map((value) => ({ time: '', value })))).toEqual({ least: close[1], most: close[0] });
  expect(extremes([])).toBeNull();
});

test('the nearest point to a place', () => {
  const places = timedPlaces(inOrderOfTime(points));
  expect([0, 19, 21, 69, 71, 100].map((x) => nearest(places, x))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(toPath(places.slice(0, 2))).toBe('0.00,100.00 40.00,0.00');
});
