import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds for which work may hold what all requests share. */
const MAX_BUSY_MS = 4;
// the clock is looked at once for so many, which are soon made: asking it costs as much as some of them
const ITEMS_PER_CLOCK_READ = 8;

/** Makes one of each, with pauses where others have waited long enough. */
export async function mapYielding<T, R>(items: readonly T[], make: (item: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  let since = performance.now();
  for (let at = 0; at < items.length; at++) {
    // it is within the list
    made.push(make(items[at] as T, at));
    if (at % ITEMS_PER_CLOCK_READ !== 0 || performance.now() - since < MAX_BUSY_MS) continue;
    await nextTurn();
    since = performance.now();
  }
  return made;
}

/** The one of a batch of one. */
export function expectSingle<T>(batch: T[]): T {
  const [one] = batch;
  if (one === undefined || batch.length > 1) throw new Error(`a batch of one, not of ${batch.length}, was expected`);
  return one;
}
