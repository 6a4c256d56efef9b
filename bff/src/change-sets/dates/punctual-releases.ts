import type { DueReleases } from '#crud/model.ts';
import type { Transaction } from '#database';

/** A release that begins so much after the date of its set counts as of this date. */
const MAX_DELAY_SECONDS = 300;
/** By so much the clock of a worker, which the log has, may be ahead of that of the database. A revert comes later. */
const MAX_SKEW_SECONDS = 1;

/**
 * Reads what the change sets that were due by a time have done by now, unless their releases came late, such as those of held sets. Only
 * sets that were due shortly before count, as the others were released by then.
 */
export async function readPunctualReleases(trx: Transaction, time: Date): Promise<DueReleases> {
  const earliest = new Date(time.getTime() - MAX_DELAY_SECONDS * 1000);
  const sets: { id: number; status: string; release_time: Date | null }[] = await trx('change_set')
    .whereIn('status', ['scheduled', 'released', 'reverted'])
    .where('due_time', '>', earliest)
    .where('due_time', '<=', time)
    .whereRaw('IFNULL(release_time, NOW(3)) <= due_time + INTERVAL ? SECOND', [MAX_DELAY_SECONDS])
    .select('id', 'status', 'release_time');
  const releases: DueReleases = { position: 0, areAwaited: sets.some(({ status }) => status === 'scheduled') };
  for (const { id, release_time } of sets) {
    if (!release_time) continue;
    const { position, waiting } = await trx({ log: 'data_log' })
      .leftJoin({ feed: 'change_feed' }, 'feed.seq', 'log.seq')
      .leftJoin({ outbox: 'change_outbox' }, 'outbox.seq', 'log.seq')
      .where('log.change_set_id', id)
      .whereRaw('log.time <= ? + INTERVAL ? SECOND', [release_time, MAX_SKEW_SECONDS])
      .first({ position: trx.raw('MAX(feed.position)'), waiting: trx.raw('COUNT(outbox.seq)') });
    releases.position = Math.max(releases.position, position ?? 0);
    if (Number(waiting) > 0) releases.areAwaited = true;
  }
  return releases;
}
