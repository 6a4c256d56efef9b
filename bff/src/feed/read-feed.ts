import type { Database } from '#database';
import { type ChangeItem, deliverable } from './change-item.ts';
import { type FeedPart, feedRows } from './feed-rows.ts';
import { everything, type Filter } from './filter.ts';

export interface FeedPage {
  items: ChangeItem[];
  /** The last position looked at: it grows even where the filter let nothing through. */
  position: number;
  /** Whether the feed went on after it. */
  more: boolean;
}

async function markOf(db: Database, name: 'head' | 'pruned'): Promise<number> {
  const { position } = await db('feed_mark').where('name', name).first('position');
  return position;
}

/** The last position given. All up to it can be read: positions are given one transaction after another. */
export const headOf = (db: Database) => markOf(db, 'head');

/** The last position removed. */
export const prunedOf = (db: Database) => markOf(db, 'pruned');

export interface Reading extends FeedPart {
  filter?: Filter | undefined;
  /** The head of the feed, where it has been asked for already. */
  head?: number;
}

/** The next changes of the feed that pass the filter, of at most `limit` looked at. */
export async function readFeed(
  db: Database,
  { head: known, filter = everything, ...part }: Reading,
): Promise<FeedPage> {
  const head = known ?? (await headOf(db));
  const rows = await feedRows(db, { ...part, isWhole: filter !== everything });
  const last = rows.at(-1)?.position ?? part.after;
  // whoever wants a rare kind goes on with all others, whose changes may have been removed by the next time
  const position = rows.length < part.limit ? Math.max(last, head) : last;
  return {
    items: rows.flatMap((row) => deliverable(row, filter) ?? []),
    position,
    more: position < head,
  };
}
