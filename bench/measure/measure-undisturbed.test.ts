import { expect, test } from 'vitest';
import { measureUndisturbed } from './measure-undisturbed.ts';

const createMeasurement = (shares: number[]) => {
  let count = 0;
  return { measure: async () => ++count, watch: () => () => shares[count - 1] ?? 1 };
};

test.each([
  { shares: [0.05], maxTries: 3, value: 1, stolenShare: 0.05 },
  { shares: [0.3, 0.01], maxTries: 3, value: 2, stolenShare: 0.01 },
  { shares: [0.3, 0.1, 0.2, 0], maxTries: 3, value: 2, stolenShare: 0.1 },
  { shares: [0.9, 0], maxTries: 1, value: 1, stolenShare: 0.9 },
])('keeps the least disturbed of $maxTries measurements with stolen shares $shares', async ({
  shares,
  maxTries,
  value,
  stolenShare,
}) => {
  const { measure, watch } = createMeasurement(shares);
  expect(await measureUndisturbed(measure, maxTries, watch)).toEqual({ value, stolenShare });
});
