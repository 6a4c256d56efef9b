import type { Database } from '#database';

/** Seconds of a part of the trend, and how many parts make the last day. */
const part = 1800;
const parts = 48;
/** Milliseconds for which it is not read again: samples come once a minute. */
const freshFor = 30_000;

/** The greatest lag of each subscriber in each half hour of the last day, oldest first; null where nothing was measured. */
export type Trend = (subscriberId: number) => (number | null)[];

/** Reads the trend of all subscribers. Half hours that are over are kept, as they do not change any more. */
export function createTrend(db: Database): () => Promise<Trend> {
  /** Per half hour since 1970, by subscriber. */
  const greatest = new Map<number, Map<number, number>>();
  let readAt = Number.NEGATIVE_INFINITY;
  let last = 0;

  const read = async () => {
    const [[{ now }]] = await db.raw('SELECT UNIX_TIMESTAMP() AS now');
    last = Math.floor(now / part);
    for (const old of [...greatest.keys()].filter((each) => each <= last - parts)) greatest.delete(old);
    // the one before the present one may have been read before its last samples came
    const from = greatest.size === 0 ? last - parts + 1 : Math.max(last - parts + 1, Math.max(...greatest.keys()) - 1);
    const rows = await db('sync_sample')
      .whereRaw('time >= FROM_UNIXTIME(?)', [from * part])
      .groupBy('subscriber_id', 'part')
      .select(
        'subscriber_id',
        db.raw('UNIX_TIMESTAMP(time) DIV ? AS part', [part]),
        db.raw('MAX(??) AS ??', ['lag', 'lag']),
      );
    for (const { subscriber_id, part: at, lag } of rows)
      greatest.set(at, (greatest.get(at) ?? new Map()).set(subscriber_id, Number(lag)));
  };
  return async () => {
    if (performance.now() - readAt > freshFor) {
      await read();
      readAt = performance.now();
    }
    const slots = Array.from({ length: parts }, (_, index) => greatest.get(last - parts + 1 + index));
    return (subscriberId) => slots.map((slot) => slot?.get(subscriberId) ?? null);
  };
}
