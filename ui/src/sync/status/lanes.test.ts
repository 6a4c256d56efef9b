import { describe, expect, it } from 'vitest';
import {
  cellPartsFor,
  countSubscribersByState,
  findLane,
  findMostUrgentLane,
  type Subscriber,
  type SyncState,
} from './lanes.ts';

const lane = (entity: Subscriber['lanes'][number]['entity'], state: SyncState): Subscriber['lanes'][number] => ({
  entity,
  state,
  position: 7,
  backlog: 0,
  waiting: 0,
  lagMs: 0,
  paused: state === 'paused',
  parked: false,
  attempts: 0,
  nextTime: null,
  failingSince: null,
  lastSuccess: null,
  lastFailure: null,
  lastError: null,
  rate: 0,
  replay: null,
});

const subscriber = (id: number, state: SyncState, lanes: Subscriber['lanes']): Subscriber => ({
  id,
  name: `s${id}`,
  pullsOnly: false,
  active: true,
  offReason: null,
  state,
  backlog: 0,
  lagMs: 0,
  trend: [],
  lanes,
});

const subscribers = [
  subscriber(1, 'paused', [lane('country', 'paused')]),
  subscriber(2, 'behind', [lane('city', 'healthy'), lane('airport', 'behind')]),
  subscriber(3, 'failed', [lane('airport', 'failed'), lane('country', 'failed')]),
];

describe('the initially selected lane', () => {
  const entities = ['country', 'city', 'airport'] as const;

  it('is the first failed lane in the order of the table', () => {
    expect(findMostUrgentLane(subscribers, entities)).toEqual({ subscriber: 3, kind: 'country' });
  });

  it('is otherwise the first that is behind, healthy or paused, in this order', () => {
    expect(findMostUrgentLane(subscribers.slice(0, 2), entities)).toEqual({ subscriber: 2, kind: 'airport' });
    expect(findMostUrgentLane(subscribers.slice(0, 2), ['country', 'city'])).toEqual({ subscriber: 2, kind: 'city' });
    expect(findMostUrgentLane(subscribers.slice(0, 1), entities)).toEqual({ subscriber: 1, kind: 'country' });
    expect(findMostUrgentLane([], entities)).toBeUndefined();
  });
});

it('counts subscribers by state, including states without any', () => {
  expect(countSubscribersByState(subscribers)).toEqual({ healthy: 0, behind: 1, failed: 1, paused: 1 });
});

it('finds a lane only if the entity is subscribed to', () => {
  expect(findLane(subscribers[1], 'airport')?.state).toBe('behind');
  expect(findLane(subscribers[1], 'country')).toBeUndefined();
  expect(findLane(undefined, 'country')).toBeUndefined();
});

describe('the text of a cell', () => {
  it('is the lag for a running lane, and the state for a failed or paused one', () => {
    expect(cellPartsFor({ state: 'healthy', backlog: 0 }, 'lag')).toEqual({ first: 'lag', second: undefined });
    expect(cellPartsFor({ state: 'healthy', backlog: 2 }, 'lag')).toEqual({ first: 'lag', second: 'backlog' });
    expect(cellPartsFor({ state: 'behind', backlog: 842 }, 'lag')).toEqual({ first: 'lag', second: 'backlog' });
    expect(cellPartsFor({ state: 'failed', backlog: 13 }, 'lag')).toEqual({ first: 'state', second: 'backlog' });
    expect(cellPartsFor({ state: 'paused', backlog: 0 }, 'lag')).toEqual({ first: 'state', second: undefined });
  });

  it('shows problems as text, not only as colour, for other measures', () => {
    for (const measure of ['backlog', 'position'] as const) {
      expect(cellPartsFor({ state: 'healthy', backlog: 2 }, measure)).toEqual({ first: measure, second: undefined });
      expect(cellPartsFor({ state: 'failed', backlog: 2 }, measure)).toEqual({ first: measure, second: 'state' });
    }
  });
});
