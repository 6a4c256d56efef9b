import { describe, expect, it } from 'vitest';
import { cellParts, countStates, type LaneState, laneOf, mostUrgent, type Subscriber } from './lanes.ts';

const lane = (entity: Subscriber['lanes'][number]['entity'], state: LaneState): Subscriber['lanes'][number] => ({
  entity,
  state,
  position: 7,
  backlog: 0,
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

const subscriber = (id: number, state: LaneState, lanes: Subscriber['lanes']): Subscriber => ({
  id,
  name: `s${id}`,
  active: true,
  offReason: null,
  state,
  backlog: 0,
  lagMs: 0,
  trend: [],
  lanes,
});

const all = [
  subscriber(1, 'paused', [lane('country', 'paused')]),
  subscriber(2, 'behind', [lane('city', 'healthy'), lane('airport', 'behind')]),
  subscriber(3, 'failed', [lane('airport', 'failed'), lane('country', 'failed')]),
];

describe('the cell to begin with', () => {
  const kinds = ['country', 'city', 'airport'] as const;

  it('is the first that fails, in the order of the table', () => {
    expect(mostUrgent(all, kinds)).toEqual({ subscriber: 3, kind: 'country' });
  });

  it('is else one that is behind, else one that is well, else one that is paused', () => {
    expect(mostUrgent(all.slice(0, 2), kinds)).toEqual({ subscriber: 2, kind: 'airport' });
    expect(mostUrgent(all.slice(0, 2), ['country', 'city'])).toEqual({ subscriber: 2, kind: 'city' });
    expect(mostUrgent(all.slice(0, 1), kinds)).toEqual({ subscriber: 1, kind: 'country' });
    expect(mostUrgent([], kinds)).toBeUndefined();
  });
});

it('counts subscribers by state, also where there is none', () => {
  expect(countStates(all)).toEqual({ healthy: 0, behind: 1, failed: 1, paused: 1 });
});

it('finds a lane, and none where a kind is not subscribed', () => {
  expect(laneOf(all[1], 'airport')?.state).toBe('behind');
  expect(laneOf(all[1], 'country')).toBeUndefined();
  expect(laneOf(undefined, 'country')).toBeUndefined();
});

describe('what a cell says', () => {
  it('is a figure while things go on, and a word where they do not', () => {
    expect(cellParts({ state: 'healthy', backlog: 0 }, 'lag')).toEqual({ first: 'lag', second: undefined });
    expect(cellParts({ state: 'healthy', backlog: 2 }, 'lag')).toEqual({ first: 'lag', second: 'backlog' });
    expect(cellParts({ state: 'behind', backlog: 842 }, 'lag')).toEqual({ first: 'lag', second: 'backlog' });
    expect(cellParts({ state: 'failed', backlog: 13 }, 'lag')).toEqual({ first: 'state', second: 'backlog' });
    expect(cellParts({ state: 'paused', backlog: 0 }, 'lag')).toEqual({ first: 'state', second: undefined });
  });

  it('is never a colour alone where another figure is chosen', () => {
    for (const measure of ['backlog', 'position'] as const) {
      expect(cellParts({ state: 'healthy', backlog: 2 }, measure)).toEqual({ first: measure, second: undefined });
      expect(cellParts({ state: 'failed', backlog: 2 }, measure)).toEqual({ first: measure, second: 'state' });
    }
  });
});
