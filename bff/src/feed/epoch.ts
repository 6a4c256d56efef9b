import { type Database, transact } from '#database';
import { readLastPrunedPosition } from './read-feed.ts';

/** More positions than are ever given in a second, taken over a longer time. */
const POSITIONS_PER_SECOND = 100_000;

/**
 * Begins an epoch of the feed, after its database was restored from a backup, and returns its number: the position after which it begins. This
 * lies beyond all positions that were given since the backup, whose changes are lost, so that none is given twice.
 */
export const beginEpoch = (db: Database): Promise<number> =>
  transact(db, async (trx) => {
    const seconds = trx.raw('UNIX_TIMESTAMP() AS seconds');
    const head = await trx('feed_mark').where('name', 'head').forUpdate().first('position', seconds);
    const position = Math.max(head.position + 1, head.seconds * POSITIONS_PER_SECOND);
    await trx('feed_mark').where('name', 'head').update({ position });
    await trx('feed_mark').insert({ name: 'epoch', position }).onConflict('name').merge();
    return position;
  });

/** Whether a reader may have got this far: positions between two epochs were only given before the database was restored. */
export async function isKnownPosition(db: Database, position: number, head: number): Promise<boolean> {
  if (position === head) return true;
  if (position > head) return false;
  // what follows it is enough, as the first position of an epoch stands after no change
  const change = await db('change_feed')
    .whereIn('position', [position, position + 1])
    .first('position');
  return change !== undefined || position <= (await readLastPrunedPosition(db));
}
