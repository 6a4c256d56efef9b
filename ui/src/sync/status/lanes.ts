import { type EntityKey, enums, type Schemas } from '#api/metadata.gen.ts';
import type { IconName } from '#kit/buttons/icon.tsx';
import type { DotTone } from '#kit/display/status-mark.tsx';
import type { CellMeasure, LaneKey } from './sync-search.ts';

export type SyncStatus = Schemas['SyncStatusAnswer']['data'];
export type Subscriber = Schemas['SyncSubscriber'];
export type Lane = Schemas['SyncLane'];
export type SyncState = Schemas['SyncState'];

/** The selected lane with its subscriber. */
export interface SelectedLane {
  lane: Lane;
  subscriber: Subscriber;
  /** The plural name of the entity. */
  entityName: string;
}

/** An entity as a column of the table. */
export interface EntityColumn {
  key: EntityKey;
  icon: IconName;
}

export const stateTones: Record<SyncState, DotTone> = { healthy: 'ok', behind: 'warn', failed: 'bad', paused: 'idle' };

export const outcomeTones: Record<Schemas['DeliveryOutcome'], DotTone> = {
  delivered: 'ok',
  failed: 'bad',
  parked: 'bad',
  gone: 'bad',
  skipped: 'idle',
  lost: 'bad',
};

export const findLane = (subscriber: Subscriber | undefined, entity: EntityKey | undefined): Lane | undefined =>
  subscriber?.lanes.find((lane) => lane.entity === entity);

/** Counts the subscribers in each state. */
export const countSubscribersByState = (subscribers: readonly Subscriber[]): Record<SyncState, number> => ({
  healthy: 0,
  behind: 0,
  failed: 0,
  paused: 0,
  ...Object.fromEntries(
    enums.SyncState.map((state) => [state, subscribers.filter((subscriber) => subscriber.state === state).length]),
  ),
});

const statesByUrgency: readonly SyncState[] = ['failed', 'behind', 'healthy', 'paused'];

/** Finds the most urgent lane: the first failed one in the order of the table, or else one that is behind, and so on. */
export function findMostUrgentLane(
  subscribers: readonly Subscriber[],
  entities: readonly EntityKey[],
): LaneKey | undefined {
  const allLanes = subscribers.flatMap((subscriber) =>
    entities.flatMap((entity) => {
      const lane = findLane(subscriber, entity);
      return lane ? [{ subscriber: subscriber.id, entity, state: lane.state }] : [];
    }),
  );
  const mostUrgentLane = statesByUrgency
    .map((state) => allLanes.find((lane) => lane.state === state))
    .find((lane) => lane !== undefined);
  return mostUrgentLane && { subscriber: mostUrgentLane.subscriber, kind: mostUrgentLane.entity };
}

/** The contents of a cell's first and second line. */
type CellPart = CellMeasure | 'state';
export interface CellParts {
  first: CellPart;
  second: 'backlog' | 'state' | undefined;
}

/** For the lag, failed and paused lanes show their state instead. For other measures, problems go in the second line. */
export function cellPartsFor({ state, backlog }: Pick<Lane, 'state' | 'backlog'>, measure: CellMeasure): CellParts {
  if (measure !== 'lag') return { first: measure, second: state === 'healthy' ? undefined : 'state' };
  const showsState = state === 'failed' || state === 'paused';
  return { first: showsState ? 'state' : 'lag', second: backlog > 0 ? 'backlog' : undefined };
}
