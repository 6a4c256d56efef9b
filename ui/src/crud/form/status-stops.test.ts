import { describe, expect, it } from 'vitest';
import type { Status } from '#api/facts.gen.ts';
import type { Change } from '#crud/resource.ts';
import { statusTimeline } from './status-stops.ts';

// The cast: what a life looks at, of a change that has more.
const change = (seq: number, before: Status | null, after: Status) =>
  ({ seq, before: before && { status: before }, after: { status: after } }) as unknown as Change;

const changes = [
  change(5, 'inactive', 'active'),
  change(4, 'active', 'inactive'),
  change(3, 'approved', 'active'),
  change(2, 'pending', 'approved'),
  change(1, null, 'pending'),
];

const summarizeStops = (status: Status, of = changes) =>
  statusTimeline(status, of).map(({ status, state, change }) => [status, state, change?.seq]);

describe('the life of a record', () => {
  it('goes through its stops, each with what brought it there last', () => {
    expect(summarizeStops('active')).toEqual([
      ['pending', 'done', 1],
      ['approved', 'done', 2],
      ['active', 'now', 5],
      ['inactive', 'later', undefined],
    ]);
  });

  it('ends where it was rejected', () => {
    expect(summarizeStops('rejected', [change(2, 'pending', 'rejected'), change(1, null, 'pending')])).toEqual([
      ['pending', 'done', 1],
      ['rejected', 'now', 2],
    ]);
  });

  it('does not take a change within a status for an arrival, nor invent what was not read', () => {
    expect(summarizeStops('pending', [change(2, 'pending', 'pending')])[0]).toEqual(['pending', 'now', undefined]);
  });
});
