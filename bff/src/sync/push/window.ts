import type { Database } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { type ChangeItem, loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import type { ClaimedLane } from './lanes.ts';
import type { Attempt } from './sender.ts';

/** A change of the lane's entity. */
interface WindowEntry {
  position: number;
  ordinal: number;
  /** The item to send; null if the filter excludes it or it has already been delivered. */
  item: ChangeItem | null;
}

export interface Window {
  entries: WindowEntry[];
  /** Whether there may be more changes after this window. */
  mayHaveMore: boolean;
  /** Set if retention has removed `count` undelivered changes, with the position from which the lane continues. */
  lost?: { count: number; position: number; ordinal: number };
}

const WINDOW_CHANGES = 100;

/** Reads the next changes of a lane. */
export async function readWindow(db: Database, lane: ClaimedLane): Promise<Window> {
  const { entity } = lane;
  const feedKind = await db('feed_kind').where('entity', entity).first('position', 'ordinal');
  const rows = await readFeedRows(db, { after: lane.position, limit: WINDOW_CHANGES, entities: [entity] });
  const pruned = await db('feed_mark').where('name', 'pruned').first('position');
  const [first] = rows;
  // ordinals have no gaps, so their difference is the number of removed changes
  const start = first ? { position: first.position - 1, ordinal: first.ordinal - 1 } : feedKind;
  const count = start.ordinal - lane.ordinal;
  if (count > 0 && lane.position < pruned.position)
    return { entries: [], mayHaveMore: true, lost: { count, ...start } };

  const filter = await loadChangeFilter(db, lane.filter);
  const toItem = (row: (typeof rows)[number]) =>
    lane.deliveredAhead.has(row.position) ? null : toChangeItem(row, filter);
  const entries = rows.map((row) => ({ position: row.position, ordinal: row.ordinal, item: toItem(row) }));
  return { entries, mayHaveMore: rows.length === WINDOW_CHANGES };
}

export interface SentChange {
  item: ChangeItem;
  attempt: Attempt;
  /** When the attempt started, by the database's clock. */
  time: Date;
}

const PARALLEL_CHAINS = 4;

/**
 * Sends changes: those of one record in order, but four records in parallel. After a failure no later changes are started, but earlier ones
 * still are, so that the lane stops at the failed change. Nothing is started any more once `shouldStop` returns true.
 */
export async function sendInChains(
  items: ChangeItem[],
  send: (item: ChangeItem) => Promise<SentChange>,
  shouldStop: () => boolean,
): Promise<SentChange[]> {
  const sent: SentChange[] = [];
  let failedAt = Number.POSITIVE_INFINITY;
  const chains = chainsOf(items).values();
  const runChains = async () => {
    // all runners share one iterator, so each takes the next chain
    for (const chain of chains)
      for (const item of chain) {
        if (item.position > failedAt || shouldStop()) break;
        const outcome = await send(item);
        sent.push(outcome);
        if (!outcome.attempt.delivered) failedAt = Math.min(failedAt, item.position);
      }
  };
  await Promise.all(Array.from({ length: PARALLEL_CHAINS }, runChains));
  return sent;
}

/** Groups the changes by record, in the order of the feed. */
function chainsOf(items: ChangeItem[]): ChangeItem[][] {
  const chains = new Map<number, ChangeItem[]>();
  for (const item of items) chains.set(item.recordId, [...(chains.get(item.recordId) ?? []), item]);
  return [...chains.values()];
}

/** The progress of a lane after a window. */
export interface Progress {
  /** The lane's new position. */
  position: number;
  ordinal: number;
  /** Positions after `position` that have already been delivered, in order. */
  deliveredAhead: number[];
  delivered: number;
  /** The first change that was not accepted. */
  failure: SentChange | undefined;
  /** Whether changes of the window remain. */
  hasRemaining: boolean;
}

/** Computes the progress of a lane, up to the first unfinished change. */
export function computeProgress(lane: ClaimedLane, entries: WindowEntry[], sent: SentChange[]): Progress {
  const deliveredChanges = sent.filter(({ attempt }) => attempt.delivered);
  const finishedPositions = new Set([...lane.deliveredAhead, ...deliveredChanges.map(({ item }) => item.position)]);
  const firstUnfinished = entries.find(({ item }) => item && !finishedPositions.has(item.position));
  const last = entries.at(-1) ?? lane;
  const { position, ordinal } = firstUnfinished
    ? { position: firstUnfinished.position - 1, ordinal: firstUnfinished.ordinal - 1 }
    : last;
  const failedChanges = sent.filter(({ attempt }) => !attempt.delivered);
  return {
    position,
    ordinal,
    deliveredAhead: [...finishedPositions].filter((other) => other > position).sort((a, b) => a - b),
    delivered: deliveredChanges.length,
    failure: failedChanges.toSorted((a, b) => a.item.position - b.item.position)[0],
    hasRemaining: firstUnfinished !== undefined,
  };
}
