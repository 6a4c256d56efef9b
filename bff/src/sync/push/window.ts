import type { Database } from '#database';
import { readFeedRows } from '#feed/feed-rows.ts';
import { type ChangeItem, loadChangeFilter, toChangeItem } from '#feed/read-feed.ts';
import type { ClaimedLane } from './lanes.ts';
import { chainsOf, orderKeysOf } from './order.ts';
import type { Attempt } from './sender.ts';

/** A change of the lane's entity. */
export interface WindowEntry {
  position: number;
  ordinal: number;
  /** The item to send; null if the filter excludes it or it has already been delivered. */
  item: ChangeItem | null;
  /** Changes with a key in common are sent in order. */
  keys: string[];
}

/** A change that has to be sent. */
export interface Candidate extends WindowEntry {
  item: ChangeItem;
}

export interface Window {
  entries: WindowEntry[];
  /** Whether there may be more changes after this window. */
  mayHaveMore: boolean;
  /** Set if retention has removed `count` undelivered changes, with the position from which the lane continues. */
  lost?: { count: number; position: number; ordinal: number };
}

const WINDOW_CHANGES = 100;
/** How many changes behind a failed one are sent at most before the lane waits for it. */
export const MAX_CHANGES_AHEAD = 1000;

/** Reads the next changes of a lane, and again those behind a failed change that have been read before. */
export async function readWindow(db: Database, lane: ClaimedLane): Promise<Window> {
  const { entity, ordinal, attempts, examined } = lane;
  const feedKind = await db('feed_kind').where('entity', entity).first('position', 'ordinal');
  const examinedTo = attempts === 0 || examined === null ? ordinal : examined;
  const readBefore = Math.min(MAX_CHANGES_AHEAD, Math.max(0, examinedTo - ordinal));
  const limit = WINDOW_CHANGES + Math.max(readBefore, lane.deliveredAhead.size);
  const rows = await readFeedRows(db, { after: lane.position, limit, entities: [entity] });
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
  const entries = rows.map((row) => ({
    position: row.position,
    ordinal: row.ordinal,
    item: toItem(row),
    keys: orderKeysOf(row),
  }));
  return { entries, mayHaveMore: rows.length === limit };
}

export interface SendResult extends Candidate {
  attempt: Attempt;
  /** When the attempt started, by the database's clock. */
  time: Date;
}

export interface Sent {
  changes: SendResult[];
  /** Whether the receiver seems to refuse everything, so that nothing else was started. */
  isRefusing: boolean;
}

const PARALLEL_CHAINS = 4;
/** After this many consecutive failures, the receiver counts as refusing everything. */
const MAX_FAILURES_IN_SUCCESSION = 3;
/** Statuses with which a receiver refuses everything for now, whatever the change. */
const REFUSING_STATUSES = new Set([410, 429, 502, 503, 504]);

const refusesAll = ({ status }: Attempt) => status === null || REFUSING_STATUSES.has(status);

/**
 * Sends changes: those that share a record or a code in order, but four such chains in parallel, or one after the other as long as none was
 * taken if `isCautious`. A failure ends its chain; nothing is started any more once the receiver refuses everything or `shouldStop`.
 */
export async function sendInChains(
  candidates: Candidate[],
  send: (item: ChangeItem) => Promise<Pick<SendResult, 'attempt' | 'time'>>,
  { isCautious, shouldStop }: { isCautious: boolean; shouldStop: () => boolean },
): Promise<Sent> {
  const changes: SendResult[] = [];
  let failuresInSuccession = 0;
  let isRefusing = false;
  const chains = chainsOf(candidates).values();
  const runChains = async () => {
    // all runners share one iterator, so each takes the next chain
    for (const chain of chains)
      for (const candidate of chain) {
        if (isRefusing || shouldStop()) return;
        const outcome = await send(candidate.item);
        changes.push({ ...candidate, ...outcome });
        failuresInSuccession = outcome.attempt.delivered ? 0 : failuresInSuccession + 1;
        isRefusing ||= !outcome.attempt.delivered && refusesAll(outcome.attempt);
        isRefusing ||= failuresInSuccession >= (isCautious ? 2 : MAX_FAILURES_IN_SUCCESSION);
        if (!outcome.attempt.delivered) break;
      }
  };
  await Promise.all(Array.from({ length: isCautious ? 1 : PARALLEL_CHAINS }, runChains));
  return { changes, isRefusing };
}
