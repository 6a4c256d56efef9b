import { type Database, type Transaction, transact } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { nextPositions } from './feed-rows.ts';

interface Pruning {
  /** How long changes are kept, from the time they were made. */
  days: number;
  batch?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Removes changes past keeping from feed and log, in order of the feed and a batch at a time, up to the first one that is
 * kept or that a lane of an active subscriber still waits for. Nobody who writes waits for it. Answers how many.
 */
export async function pruneChanges(db: Database, { days, batch = 1000, signal }: Pruning): Promise<number> {
  let removed = 0;
  for (let found = batch; found === batch && !signal?.aborted; removed += found)
    found = await transact(db, (trx) => pruneBatch(trx, days, batch));
  return removed;
}

async function pruneBatch(trx: Transaction, days: number, batch: number): Promise<number> {
  // one at a time: another that is at it does this work too
  const mark = await trx('feed_mark').where('name', 'pruned').forUpdate().skipLocked().first('position');
  if (!mark) return 0;
  const oldest = await oldestChanges(trx, mark.position, days, batch);
  const waited = await firstWaitedFor(trx);
  const firstKept = oldest.findIndex(({ position, past }) => !past || position >= waited);
  const removed = firstKept < 0 ? oldest : oldest.slice(0, firstKept);
  const last = removed.at(-1);
  if (!last) return 0;
  await removeChanges(trx, mark.position, last.position);
  await trx('feed_mark').where('name', 'pruned').update('position', last.position);
  return removed.length;
}

interface OldestChange {
  position: number;
  past: 0 | 1;
}

/** By whichever is earlier: a clock that ran ahead for a while must not keep what comes after it. */
async function oldestChanges(trx: Transaction, after: number, days: number, limit: number): Promise<OldestChange[]> {
  const [rows] = await trx.raw(
    `SELECT feed.position, LEAST(feed.time, log.time) < NOW(3) - INTERVAL ? DAY AS past
     FROM change_feed AS feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN data_log AS log ON log.seq = feed.seq
     WHERE feed.position > ? ORDER BY feed.position LIMIT ?`,
    [days, after, limit],
  );
  return rows;
}

/** The first position that an active subscriber has not got yet; infinite where all have all. */
async function firstWaitedFor(trx: Transaction): Promise<number> {
  const kinds: { entity: EntityKey; after: number }[] = await trx('sync_lane')
    .join('subscriber', 'subscriber.id', 'sync_lane.subscriber_id')
    .where('subscriber.active', 1)
    .groupBy('entity')
    .select('entity')
    .min({ after: 'sync_lane.position' });
  let first = Number.POSITIVE_INFINITY;
  for (const { entity, after } of kinds) {
    const next = await nextPositions(trx, after, 1, entity).first();
    first = Math.min(first, next?.position ?? first);
  }
  return first;
}

// the range of positions is read by its key alone, the log row by row: neither touches what is being written
const removeChanges = (trx: Transaction, after: number, last: number) =>
  trx.raw(
    `DELETE change_feed, data_log
     FROM change_feed FORCE INDEX (PRIMARY) STRAIGHT_JOIN data_log ON data_log.seq = change_feed.seq
     WHERE change_feed.position > ? AND change_feed.position <= ?`,
    [after, last],
  );
