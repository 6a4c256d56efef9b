const MAX_ROUNDS = 20;
/** Shorter times depend more on sockets than on the size of the input. */
const CHEAP_MS = 20;

/**
 * How many times as long twice the size takes: 2 for linear work, 4 for quadratic. Over several doublings, which even out garbage
 * collection, it is the geometric mean. The fastest of several rounds counts for each size, as other work of the machine can only
 * slow a round down; further rounds are run while the ratio is above `limit`.
 */
export async function growthByDoubling(
  size: number,
  run: (size: number) => Promise<unknown>,
  limit: number,
  doublings = 1,
): Promise<number> {
  const fastestMs = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => ((fastestMs[1] ?? 0) / Math.max(fastestMs[0] ?? 0, CHEAP_MS)) ** (1 / doublings);
  for (let round = 0; round < MAX_ROUNDS && (round < 2 || ratio() > limit); round++)
    for (const index of [0, 1]) {
      const startedAt = performance.now();
      await run(index === 0 ? size : size * 2 ** doublings);
      fastestMs[index] = Math.min(fastestMs[index] ?? 0, performance.now() - startedAt);
    }
  return ratio();
}
