import type { Schemas } from '#http/contract.ts';

export type SyncState = Schemas['SyncState'];
export type SyncLane = Schemas['SyncLane'];

/** Milliseconds of lag from which a lane is behind. */
const late = 60_000;

/** How a lane stands. One that has failed once may have met a restart; after the second time something is wrong. */
export function stateOf(lane: Pick<SyncLane, 'paused' | 'parked' | 'attempts' | 'lagMs'>, active: boolean): SyncState {
  if (lane.paused || !active) return 'paused';
  if (lane.parked || lane.attempts >= 2) return 'failed';
  return lane.attempts === 1 || lane.lagMs > late ? 'behind' : 'healthy';
}

const worstFirst: SyncState[] = ['failed', 'behind', 'healthy', 'paused'];

/** All lanes of a subscriber in one: the worst of those that are not paused, the waiting changes of all. */
export function sumUp(lanes: SyncLane[]) {
  const successes = lanes.flatMap(({ lastSuccess }) => lastSuccess ?? []).sort();
  return {
    state: worstFirst.find((state) => lanes.some((lane) => lane.state === state)) ?? 'paused',
    backlog: lanes.reduce((sum, { backlog }) => sum + backlog, 0),
    lagMs: Math.max(0, ...lanes.map(({ lagMs }) => lagMs)),
    lastSuccess: successes.at(-1) ?? null,
  };
}
