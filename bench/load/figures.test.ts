import { expect, it } from 'vitest';
import { toFigures } from './figures.ts';

it('combines consecutive loads', () => {
  const outcomes = [
    { took: [4, 1], elapsed: 100 },
    { took: [9, 2], elapsed: 300 },
  ];
  expect(toFigures(outcomes)).toEqual({ requests: 4, perSecond: 10, p50: 2, p99: 9 });
});
