import type { Sent } from './chains.ts';
import type { ClaimedLane } from './lanes.ts';
import type { Entry } from './window.ts';

export interface Progress {
  /** Where the lane stands now. */
  position: number;
  ordinal: number;
  ahead: number[];
  delivered: number;
  /** The first of the changes that were not taken. */
  failure: Sent | undefined;
  /** Whether a change is left. */
  left: boolean;
}

/** Where a lane gets to: just before the first change that is not done with. */
export function progressOf(lane: ClaimedLane, entries: Entry[], sent: Sent[]): Progress {
  const taken = sent.filter(({ attempt }) => attempt.delivered);
  const done = new Set([...lane.ahead, ...taken.map(({ item }) => item.position)]);
  const open = entries.find(({ item }) => item && !done.has(item.position));
  const last = entries.at(-1) ?? lane;
  const { position, ordinal } = open ? { position: open.position - 1, ordinal: open.ordinal - 1 } : last;
  const failures = sent.filter(({ attempt }) => !attempt.delivered);
  return {
    position,
    ordinal,
    ahead: [...done].filter((each) => each > position).sort((a, b) => a - b),
    delivered: taken.length,
    failure: failures.toSorted((a, b) => a.item.position - b.item.position)[0],
    left: open !== undefined,
  };
}
