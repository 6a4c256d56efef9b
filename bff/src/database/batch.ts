import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a computation may block the event loop. */
const MAX_BUSY_MS = 4;
// reading the clock costs as much as computing some items
const ITEMS_PER_CLOCK_READ = 8;

/** Maps items like `Array.map`, but yields to the event loop when it has been blocked for too long. */
export async function mapYielding<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const results: R[] = [];
  let sliceStart = performance.now();
  for (let at = 0; at < items.length; at++) {
    // the cast: the index is within the list
    results.push(map(items[at] as T, at));
    if (at % ITEMS_PER_CLOCK_READ !== 0 || performance.now() - sliceStart < MAX_BUSY_MS) continue;
    await nextTurn();
    sliceStart = performance.now();
  }
  return results;
}

/** Returns the only item of a batch. */
export function expectSingle<T>(batch: T[]): T {
  const [item] = batch;
  if (item === undefined || batch.length > 1) throw new Error(`expected a batch of 1 item, got ${batch.length}`);
  return item;
}
