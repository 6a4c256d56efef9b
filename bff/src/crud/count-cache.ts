import { LRUCache } from 'lru-cache';
import type { Database } from '#database';

interface CachedCount<Row> {
  rows: Promise<Row[]>;
  /** Milliseconds since the epoch when they were asked for. */
  time: number;
  /** What comes after it, while that is counted. */
  next?: CachedCount<Row>;
}

type CountRow = { n: number | string };

const CACHE_MS = 4_000;
/** Whoever asks from then on has it counted anew, but is answered with what is known: nobody waits where many ask. */
const REFRESH_AFTER_MS = 3_000;
const MAX_CACHED = 500;
/** What counts fewer than this is done anew in a few milliseconds. */
const MIN_CACHED_ROWS = 10_000;

type Cache = LRUCache<string, CachedCount<CountRow>>;

const caches = new WeakMap<Database, Cache>();

/** The rows (…, n) that this counts: exact where they are few, at most four seconds old where they are many. */
export async function getCounts<Row extends CountRow>(
  db: Database,
  key: string,
  count: () => PromiseLike<Row[]>,
): Promise<Row[]> {
  const cache = cacheOf(db);
  const cached = cache.get(key);
  const time = Date.now();
  const fresh = findFresh(cached, time);
  if (fresh) {
    if (time - fresh.time >= REFRESH_AFTER_MS) refreshCount(cache, key, fresh, count);
    // what stands under a key are rows of what counts for that key
    return fresh.rows as Promise<Row[]>;
  }
  const rows = Promise.resolve(count());
  // of many who ask at a time one counts anew
  if (cached) cache.set(key, { rows, time });
  const forget = () => cache.delete(key);
  const counted = await rows.catch((error) => {
    forget();
    throw error;
  });
  if (isCheapToCount(counted)) forget();
  else if (!cached) cache.set(key, { rows, time });
  return counted;
}

/** What `getCounts` would answer without counting: undefined where it would count. */
export function peekCounts<Row extends CountRow>(db: Database, key: string): Promise<Row[]> | undefined {
  // as above
  return findFresh(cacheOf(db).get(key), Date.now())?.rows as Promise<Row[]> | undefined;
}

/** Keeps what has been counted beside something else since this time, as `getCounts` would. */
export function putCounts<Row extends CountRow>(db: Database, key: string, rows: Row[], time: number): void {
  if (!isCheapToCount(rows)) cacheOf(db).set(key, { rows: Promise.resolve(rows), time });
}

function cacheOf(db: Database): Cache {
  const cache: Cache = caches.get(db) ?? new LRUCache({ max: MAX_CACHED });
  caches.set(db, cache);
  return cache;
}

/** Counts what is known already anew, once at a time; where that fails, whoever asks when it is too old is told. */
function refreshCount(
  cache: Cache,
  key: string,
  known: CachedCount<CountRow>,
  count: () => PromiseLike<CountRow[]>,
): void {
  if (known.next) return;
  const next = { rows: Promise.resolve(count()), time: Date.now() };
  known.next = next;
  const settleWith = (become: () => void) => {
    delete known.next;
    if (cache.get(key) === known) become();
  };
  next.rows.then(
    (rows) => settleWith(() => (isCheapToCount(rows) ? cache.delete(key) : cache.set(key, next))),
    () => settleWith(() => {}),
  );
}

/** What is known or what is being counted after it, whichever may still be answered. */
const findFresh = (known: CachedCount<CountRow> | undefined, now: number) =>
  [known, known?.next].find((one) => one && now - one.time < CACHE_MS);
const isCheapToCount = (rows: CountRow[]) => rows.reduce((sum, { n }) => sum + Number(n), 0) < MIN_CACHED_ROWS;
