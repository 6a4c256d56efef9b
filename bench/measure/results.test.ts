import { describe, expect, it } from 'vitest';
import { isMet, median, percentile } from './results.ts';

const result = { case: 'list', ratio: 0.5, figures: {} };

describe('a result', () => {
  it('meets a minimum or a maximum', () => {
    expect(isMet({ ...result, goal: { atLeast: 0.5 } })).toBe(true);
    expect(isMet({ ...result, goal: { atLeast: 0.51 } })).toBe(false);
    expect(isMet({ ...result, goal: { atMost: 0.49 } })).toBe(false);
  });

  it('fails if a limit is exceeded even though the goal is met', () => {
    const limit = { figure: 'p50', value: 11, atMost: 10, unit: 'ms' };
    expect(isMet({ ...result, goal: { atLeast: 0.4 }, limits: [limit] })).toBe(false);
  });

  it('has no verdict without a goal', () => {
    expect(isMet(result)).toBeUndefined();
  });
});

it('computes percentiles by rank', () => {
  const valuesDescending = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([percentile(valuesDescending, 0.99), median(valuesDescending), median([3, 1, 2])]).toEqual([99, 50, 2]);
});
