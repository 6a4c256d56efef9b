import type { Entity, Schemas } from '#api/facts.gen.ts';
import type { DotTone } from '#kit/display/status-mark.tsx';
import type { LaneKey, Measure } from './sync-search.ts';

export type SyncStatus = Schemas['SyncStatusAnswer']['data'];
export type Subscriber = Schemas['SyncSubscriber'];
export type Lane = Schemas['SyncLane'];
export type LaneState = Schemas['SyncState'];

export const laneStates = ['healthy', 'behind', 'failed', 'paused'] as const satisfies readonly LaneState[];

export const stateTones: Record<LaneState, DotTone> = { healthy: 'ok', behind: 'warn', failed: 'bad', paused: 'idle' };

export const laneOf = (subscriber: Subscriber | undefined, kind: Entity | undefined): Lane | undefined =>
  subscriber?.lanes.find(({ entity }) => entity === kind);

/** How many subscribers are in each state. */
export const countStates = (subscribers: readonly Subscriber[]): Record<LaneState, number> => ({
  healthy: 0,
  behind: 0,
  failed: 0,
  paused: 0,
  ...Object.fromEntries(laneStates.map((state) => [state, subscribers.filter((each) => each.state === state).length])),
});

const urgency: readonly LaneState[] = ['failed', 'behind', 'healthy', 'paused'];

/** The cell that a person wants to see first: the one that fails, in the order of the table. */
export function mostUrgent(subscribers: readonly Subscriber[], kinds: readonly Entity[]): LaneKey | undefined {
  const all = subscribers.flatMap((subscriber) =>
    kinds.flatMap((kind) => {
      const lane = laneOf(subscriber, kind);
      return lane ? [{ subscriber: subscriber.id, kind, state: lane.state }] : [];
    }),
  );
  const first = urgency.map((state) => all.find((lane) => lane.state === state)).find((lane) => lane !== undefined);
  return first && { subscriber: first.subscriber, kind: first.kind };
}

/** What a cell says in its first line, and what in its second. */
type Part = Measure | 'state';
export interface CellParts {
  first: Part;
  second: 'backlog' | 'state' | undefined;
}

/** Lag: what fails or pauses says so instead of a figure. The others: the figure, and what is wrong below it. */
export function cellParts({ state, backlog }: Pick<Lane, 'state' | 'backlog'>, measure: Measure): CellParts {
  if (measure !== 'lag') return { first: measure, second: state === 'healthy' ? undefined : 'state' };
  const worded = state === 'failed' || state === 'paused';
  return { first: worded ? 'state' : 'lag', second: backlog > 0 ? 'backlog' : undefined };
}
