const MAX_TURNS = 20;
/** What takes less is as cheap as any request, and its time tells more of sockets than of its size. */
const CHEAP_MS = 20;

/**
 * How many times as long twice the size takes: 2 for linear work, 4 for quadratic; of several doublings, which even out what
 * collecting garbage adds to one of them, their geometric mean. Of each size the least of several turns counts, as what else the
 * machine does only adds to it, and there are more turns while the ratio is above `limit`.
 */
export async function growthByDoubling(
  size: number,
  run: (size: number) => Promise<unknown>,
  limit: number,
  doublings = 1,
): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => ((least[1] ?? 0) / Math.max(least[0] ?? 0, CHEAP_MS)) ** (1 / doublings);
  for (let turn = 0; turn < MAX_TURNS && (turn < 2 || ratio() > limit); turn++)
    for (const at of [0, 1]) {
      const startedAt = performance.now();
      await run(at === 0 ? size : size * 2 ** doublings);
      least[at] = Math.min(least[at] ?? 0, performance.now() - startedAt);
    }
  return ratio();
}
