import { expect, test } from 'vitest';
import { likelyFree } from './codes.ts';

const patterns = [
  '^[A-Za-z]{2}$',
  '^[A-Z]{1,2}$',
  '^[A-Z]{3}$',
  '^[A-Z]{4}$',
  '^[A-Z0-9]{3,8}$',
  '^[A-Z0-9-]{2,10}$',
  '^\\d{6}$',
  '^\\d{7}$',
];

test.each(patterns)('there are enough values like %s, all different', (pattern) => {
  const values = likelyFree({ pattern });
  expect(values.length).toBeGreaterThan(30);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value).toMatch(new RegExp(pattern, 'u'));
});

test('there are enough points in time', () => {
  expect(new Set(likelyFree({ format: 'date-time' })).size).toBeGreaterThan(30);
});
