import type { Database } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { type ChangeItem, loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import type { ClaimedLane } from './lanes.ts';
import type { Attempt } from './sender.ts';

/** A change of the lane's kind. */
interface Entry {
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

const WINDOW_CHANGES = 100;

/** What comes next in a lane. */
export async function readWindow(db: Database, lane: ClaimedLane): Promise<Window> {
  const { entity } = lane;
  const kind = await db('feed_kind').where('entity', entity).first('position', 'ordinal');
  const rows = await readFeedRows(db, { after: lane.position, limit: WINDOW_CHANGES, entities: [entity] });
  const pruned = await db('feed_mark').where('name', 'pruned').first('position');
  const [first] = rows;
  // ordinals have no gaps, so that one tells how many are gone
  const start = first ? { position: first.position - 1, ordinal: first.ordinal - 1 } : kind;
  const count = start.ordinal - lane.ordinal;
  if (count > 0 && lane.position < pruned.position) return { entries: [], full: true, lost: { count, ...start } };

  const filter = await loadChangeFilter(db, lane.filter);
  const itemOf = (row: (typeof rows)[number]) => (lane.ahead.has(row.position) ? null : toChangeItem(row, filter));
  const entries = rows.map((row) => ({ position: row.position, ordinal: row.ordinal, item: itemOf(row) }));
  return { entries, full: rows.length === WINDOW_CHANGES };
}

export interface SentChange {
  item: ChangeItem;
  attempt: Attempt;
  /** When it was begun, by the database's clock. */
  time: Date;
}

const PARALLEL_CHAINS = 4;

/**
 * Sends changes, those of a record one after the other and four records at once. Once one has failed, nothing that comes
 * after it is begun, but what comes before it is, so that a lane stands at what is wrong; once `enough` says so, nothing is.
 */
export async function sendInChains(
  items: ChangeItem[],
  send: (item: ChangeItem) => Promise<SentChange>,
  isEnough: () => boolean,
): Promise<SentChange[]> {
  const sent: SentChange[] = [];
  let failedAt = Number.POSITIVE_INFINITY;
  const chains = chainsOf(items).values();
  const runChains = async () => {
    // all carriers share one iterator: each takes the next chain that nobody has
    for (const chain of chains)
      for (const item of chain) {
        if (item.position > failedAt || isEnough()) break;
        const outcome = await send(item);
        sent.push(outcome);
        if (!outcome.attempt.delivered) failedAt = Math.min(failedAt, item.position);
      }
  };
  await Promise.all(Array.from({ length: PARALLEL_CHAINS }, runChains));
  return sent;
}

/** The changes of each record, in order of the feed. */
function chainsOf(items: ChangeItem[]): ChangeItem[][] {
  const chains = new Map<number, ChangeItem[]>();
  for (const item of items) chains.set(item.recordId, [...(chains.get(item.recordId) ?? []), item]);
  return [...chains.values()];
}

export interface Progress {
  /** Where the lane stands now. */
  position: number;
  ordinal: number;
  ahead: number[];
  delivered: number;
  /** The first of the changes that were not taken. */
  failure: SentChange | undefined;
  /** Whether a change is left. */
  left: boolean;
}

/** Where a lane gets to: just before the first change that is not done with. */
export function computeProgress(lane: ClaimedLane, entries: Entry[], sent: SentChange[]): Progress {
  const deliveredChanges = sent.filter(({ attempt }) => attempt.delivered);
  const donePositions = new Set([...lane.ahead, ...deliveredChanges.map(({ item }) => item.position)]);
  const firstOpen = entries.find(({ item }) => item && !donePositions.has(item.position));
  const last = entries.at(-1) ?? lane;
  const { position, ordinal } = firstOpen ? { position: firstOpen.position - 1, ordinal: firstOpen.ordinal - 1 } : last;
  const failedChanges = sent.filter(({ attempt }) => !attempt.delivered);
  return {
    position,
    ordinal,
    ahead: [...donePositions].filter((each) => each > position).sort((a, b) => a - b),
    delivered: deliveredChanges.length,
    failure: failedChanges.toSorted((a, b) => a.item.position - b.item.position)[0],
    left: firstOpen !== undefined,
  };
}
