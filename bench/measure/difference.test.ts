import { expect, it } from 'vitest';
import { firstDifference } from './difference.ts';

it('finds nothing if only the order of members differs', () => {
  expect(firstDifference({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBeUndefined();
});

it('returns the path and both values', () => {
  expect(firstDifference({ items: [{ n: 1 }, { n: 2 }] }, { items: [{ n: 1 }, { n: 3 }] })).toBe('/items/1/n: 2, 3');
});

it('finds a missing member and a longer list', () => {
  expect(firstDifference({ a: 1 }, {})).toBe('/a: 1, undefined');
  expect(firstDifference([1], [1, 2])).toBe('/1: undefined, 2');
});
