/**
 * How many times as long one takes as the other, by the least time of each: what else a machine does only adds to it. They
 * take turns, fifteen each, and up to a hundred while one still seems to take twice as long: a real difference stays.
 */
export async function timeRatio(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<number> {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ratio = () => (least[0] ?? 0) / (least[1] ?? 0);
  const isAlike = () => ratio() > 0.5 && ratio() < 2;
  for (let turn = 0; turn < 15 || (turn < 100 && !isAlike()); turn++)
    for (const [at, act] of [one, other].entries()) {
      const start = performance.now();
      await act();
      least[at] = Math.min(least[at] ?? 0, performance.now() - start);
    }
  return ratio();
}
