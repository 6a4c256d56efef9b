const MAX_ROUNDS = 20;
/** Durations below this depend more on socket overhead than on the size of the input. */
const MIN_DURATION_MS = 20;

/**
 * Measures how much longer the work takes for twice the size: 2 means linear growth, 4 quadratic growth. Several doublings give the
 * geometric mean per doubling, which evens out garbage collection. The fastest of several rounds counts for each size, because other
 * work of the machine can only slow a round down. Further rounds run while the ratio is above `limit`.
 */
export async function measureGrowthByDoubling(
  size: number,
  run: (size: number) => Promise<unknown>,
  limit: number,
  doublings = 1,
): Promise<number> {
  const fastestMs = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => ((fastestMs[1] ?? 0) / Math.max(fastestMs[0] ?? 0, MIN_DURATION_MS)) ** (1 / doublings);
  for (let round = 0; round < MAX_ROUNDS && (round < 2 || ratio() > limit); round++)
    for (const index of [0, 1]) {
      const startedAt = performance.now();
      await run(index === 0 ? size : size * 2 ** doublings);
      fastestMs[index] = Math.min(fastestMs[index] ?? 0, performance.now() - startedAt);
    }
  return ratio();
}
