import { LRUCache } from 'lru-cache';
import type { Database } from '#database';

interface CachedCount<Row> {
  rows: Promise<Row[]>;
  /** When the count was started, in milliseconds since the epoch. */
  startTime: number;
  /** The count that is to replace it, while it is running. */
  refresh?: CachedCount<Row>;
}

type CountRow = { n: number | string };

const CACHE_MS = 4_000;
/** After this time a call starts a new count in the background, but still returns the cached one. */
const REFRESH_AFTER_MS = 3_000;
const MAX_CACHED_COUNTS = 500;
/** Counting fewer rows takes only a few milliseconds, so the result is not cached. */
const MIN_CACHED_ROWS = 10_000;

type Cache = LRUCache<string, CachedCount<CountRow>>;

const caches = new WeakMap<Database, Cache>();

/** Returns the rows (…, n) of a count: exact for small counts, at most four seconds old for large ones. */
export async function readCachedCounts<Row extends CountRow>(
  db: Database,
  key: string,
  count: () => PromiseLike<Row[]>,
): Promise<Row[]> {
  const cache = cacheOf(db);
  const cached = cache.get(key);
  const startTime = Date.now();
  const freshCount = findFresh(cached, startTime);
  if (freshCount) {
    if (startTime - freshCount.startTime >= REFRESH_AFTER_MS) refreshCount(cache, key, freshCount, count);
    // the cast: each key belongs to one type of rows
    return freshCount.rows as Promise<Row[]>;
  }
  const rows = Promise.resolve(count());
  // concurrent callers share this count
  if (cached) cache.set(key, { rows, startTime });
  const dropFromCache = () => cache.delete(key);
  const countRows = await rows.catch((error) => {
    dropFromCache();
    throw error;
  });
  if (isCheapToCount(countRows)) dropFromCache();
  else if (!cached) cache.set(key, { rows, startTime });
  return countRows;
}

/** Returns what `readCachedCounts` would return without counting, or undefined if it would count. */
export function peekCounts<Row extends CountRow>(db: Database, key: string): Promise<Row[]> | undefined {
  // the cast: each key belongs to one type of rows
  return findFresh(cacheOf(db).get(key), Date.now())?.rows as Promise<Row[]> | undefined;
}

/** Caches a count that another query has produced, as `readCachedCounts` would. */
export function putCounts<Row extends CountRow>(db: Database, key: string, rows: Row[], startTime: number): void {
  if (!isCheapToCount(rows)) cacheOf(db).set(key, { rows: Promise.resolve(rows), startTime });
}

function cacheOf(db: Database): Cache {
  const cache: Cache = caches.get(db) ?? new LRUCache({ max: MAX_CACHED_COUNTS });
  caches.set(db, cache);
  return cache;
}

/** Refreshes a cached count, once at a time. If that fails, the next caller after its expiry counts again and sees the error. */
function refreshCount(
  cache: Cache,
  key: string,
  cached: CachedCount<CountRow>,
  count: () => PromiseLike<CountRow[]>,
): void {
  if (cached.refresh) return;
  const refresh = { rows: Promise.resolve(count()), startTime: Date.now() };
  cached.refresh = refresh;
  const finishRefresh = (update: () => void) => {
    delete cached.refresh;
    if (cache.get(key) === cached) update();
  };
  refresh.rows.then(
    (rows) => finishRefresh(() => (isCheapToCount(rows) ? cache.delete(key) : cache.set(key, refresh))),
    () => finishRefresh(() => {}),
  );
}

/** Returns the cached count or its running refresh, whichever is young enough. */
const findFresh = (cached: CachedCount<CountRow> | undefined, now: number) =>
  [cached, cached?.refresh].find((count) => count && now - count.startTime < CACHE_MS);
const isCheapToCount = (rows: CountRow[]) => rows.reduce((sum, { n }) => sum + Number(n), 0) < MIN_CACHED_ROWS;
