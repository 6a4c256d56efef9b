import type { Database } from '#database';

const keptFor = 4000;
const most = 500;
const keptBy = new WeakMap<Database, Map<string, number>>();

/** Counts up to one more than `cap`: exactly where it is less, at most every four seconds where it is not. */
export async function countUpTo(db: Database, cap: number, key: string, count: () => Promise<number>): Promise<number> {
  const kept = keptBy.get(db) ?? new Map<string, number>();
  keptBy.set(db, kept);
  const now = performance.now();
  const countedAt = kept.get(key);
  if (countedAt !== undefined && now - countedAt < keptFor) return cap + 1;
  const found = await count();
  kept.delete(key);
  if (found <= cap) return found;
  kept.set(key, now);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  return found;
}
