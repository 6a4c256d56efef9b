import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds for which work may hold what all requests share. */
const longest = 4;
// the clock is looked at once for so many, which are soon made: asking it costs as much as some of them
const together = 8;

/** Makes one of each, with pauses where others have waited long enough. */
export async function inBreaths<T, R>(items: readonly T[], make: (item: T, at: number) => R): Promise<R[]> {
  const made: R[] = [];
  let since = performance.now();
  for (let at = 0; at < items.length; at++) {
    // it is within the list
    made.push(make(items[at] as T, at));
    if (at % together !== 0 || performance.now() - since < longest) continue;
    await others();
    since = performance.now();
  }
  return made;
}
