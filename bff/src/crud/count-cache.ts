import type { Database } from '#database';

interface Kept<Row> {
  rows: Promise<Row[]>;
  /** Milliseconds since the epoch when they were asked for. */
  time: number;
  /** What comes after it, while that is counted. */
  next?: Kept<Row>;
}

type Counted = { n: number | string };

const keptFor = 4_000;
// whoever asks from then on has it counted anew, but is answered with what is known: nobody waits where many ask
const renewedAfter = 3_000;
const most = 500;
// what counts fewer than this is done anew in a few milliseconds
const cheap = 10_000;

const keptBy = new WeakMap<Database, Map<string, Kept<Counted>>>();

/** The rows (…, n) that this counts: exact where they are few, at most four seconds old where they are many. */
export async function getCounts<Row extends Counted>(
  db: Database,
  key: string,
  count: () => PromiseLike<Row[]>,
): Promise<Row[]> {
  const kept = keptOf(db);
  const known = kept.get(key);
  const time = Date.now();
  const fresh = freshOf(known, time);
  if (fresh) {
    if (time - fresh.time >= renewedAfter) renew(kept, key, fresh, count);
    // what stands under a key are rows of what counts for that key
    return fresh.rows as Promise<Row[]>;
  }
  const rows = Promise.resolve(count());
  // of many who ask at a time one counts anew
  if (known) keep(kept, key, { rows, time });
  const forget = () => kept.delete(key);
  const counted = await rows.catch((error) => {
    forget();
    throw error;
  });
  if (areFew(counted)) forget();
  else if (!known) keep(kept, key, { rows, time });
  return counted;
}

/** What `keptRows` would answer without counting: undefined where it would count. */
export function peekCounts<Row extends Counted>(db: Database, key: string): Promise<Row[]> | undefined {
  // as above
  return freshOf(keptOf(db).get(key), Date.now())?.rows as Promise<Row[]> | undefined;
}

/** Keeps what has been counted beside something else since this time, as `keptRows` would. */
export function putCounts<Row extends Counted>(db: Database, key: string, rows: Row[], time: number): void {
  if (!areFew(rows)) keep(keptOf(db), key, { rows: Promise.resolve(rows), time });
}

function keptOf(db: Database): Map<string, Kept<Counted>> {
  const kept = keptBy.get(db) ?? new Map<string, Kept<Counted>>();
  keptBy.set(db, kept);
  return kept;
}

/** Counts what is known already anew, once at a time; where that fails, whoever asks when it is too old is told. */
function renew(
  kept: Map<string, Kept<Counted>>,
  key: string,
  known: Kept<Counted>,
  count: () => PromiseLike<Counted[]>,
): void {
  if (known.next) return;
  const next = { rows: Promise.resolve(count()), time: Date.now() };
  known.next = next;
  const settle = (become: () => void) => {
    delete known.next;
    if (kept.get(key) === known) become();
  };
  next.rows.then(
    (rows) => settle(() => (areFew(rows) ? kept.delete(key) : keep(kept, key, next))),
    () => settle(() => {}),
  );
}

/** What is known or what is being counted after it, whichever may still be answered. */
const freshOf = (known: Kept<Counted> | undefined, now: number) =>
  [known, known?.next].find((one) => one && now - one.time < keptFor);
const areFew = (rows: Counted[]) => rows.reduce((sum, { n }) => sum + Number(n), 0) < cheap;

function keep(kept: Map<string, Kept<Counted>>, key: string, one: Kept<Counted>): void {
  kept.delete(key);
  kept.set(key, one);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}
