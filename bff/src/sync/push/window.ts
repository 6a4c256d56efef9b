import type { Database } from '#database';
import { feedRows } from '#feed/feed-rows.ts';
import { type ChangeItem, deliverable, readFilter } from '#feed/read-feed.ts';
import type { ClaimedLane } from './lanes.ts';

/** A change of the lane's kind. */
export interface Entry {
  position: number;
  ordinal: number;
  /** What is to be sent; null where the filter keeps it away, or it was delivered ahead. */
  item: ChangeItem | null;
}

export interface Window {
  entries: Entry[];
  /** Whether there may be more after it. */
  full: boolean;
  /** Where the lane goes on instead, as retention has removed `count` changes that it still waited for. */
  lost?: { count: number; position: number; ordinal: number };
}

const limit = 100;

/** What comes next in a lane. */
export async function readWindow(db: Database, lane: ClaimedLane): Promise<Window> {
  const { entity } = lane;
  const kind = await db('feed_kind').where('entity', entity).first('position', 'ordinal');
  const rows = await feedRows(db, { after: lane.position, limit, entities: [entity] });
  const pruned = await db('feed_mark').where('name', 'pruned').first('position');
  const [first] = rows;
  // ordinals have no gaps, so that one tells how many are gone
  const kept = first ? { position: first.position - 1, ordinal: first.ordinal - 1 } : kind;
  const count = kept.ordinal - lane.ordinal;
  if (count > 0 && lane.position < pruned.position) return { entries: [], full: true, lost: { count, ...kept } };

  const filter = await readFilter(db, lane.filter);
  const itemOf = (row: (typeof rows)[number]) => (lane.ahead.has(row.position) ? null : deliverable(row, filter));
  const entries = rows.map((row) => ({ position: row.position, ordinal: row.ordinal, item: itemOf(row) }));
  return { entries, full: rows.length === limit };
}
