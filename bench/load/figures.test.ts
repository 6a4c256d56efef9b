import { expect, it } from 'vitest';
import { toFigures } from './figures.ts';

it('combines the figures of consecutive loads', () => {
  const outcomes = [
    { responseTimes: [4, 1], elapsedMs: 100 },
    { responseTimes: [9, 2], elapsedMs: 300 },
  ];
  expect(toFigures(outcomes)).toEqual({ requests: 4, perSecond: 10, p50: 2, p99: 9 });
});
