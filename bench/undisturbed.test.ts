import { expect, test } from 'vitest';
import { undisturbed } from './undisturbed.ts';

const acting = (shares: number[]) => {
  let acts = 0;
  return { act: async () => ++acts, watch: () => () => shares[acts - 1] ?? 1 };
};

test.each([
  { shares: [0.05], tries: 3, came: 1, withheld: 0.05 },
  { shares: [0.3, 0.01], tries: 3, came: 2, withheld: 0.01 },
  { shares: [0.3, 0.1, 0.2, 0], tries: 3, came: 2, withheld: 0.1 },
  { shares: [0.9, 0], tries: 1, came: 1, withheld: 0.9 },
])('of $shares with $tries tries', async ({ shares, tries, came, withheld }) => {
  const { act, watch } = acting(shares);
  expect(await undisturbed(act, tries, watch)).toEqual({ came, withheld });
});
