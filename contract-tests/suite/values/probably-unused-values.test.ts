import { expect, test } from 'vitest';
import { probablyUnusedValues } from './probably-unused-values.ts';

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

test.each(patterns)('returns more than 30 different values matching %s', (pattern) => {
  const values = probablyUnusedValues({ pattern });
  expect(values.length).toBeGreaterThan(30);
  expect(new Set(values).size).toBe(values.length);
  for (const value of values) expect(value).toMatch(new RegExp(pattern, 'u'));
});

test('returns more than 30 different points in time', () => {
  expect(new Set(probablyUnusedValues({ format: 'date-time' })).size).toBeGreaterThan(30);
});
