import { describe, expect, it } from 'vitest';
import type { Status } from '#api/metadata.gen.ts';
import type { Change } from '#crud/resource.ts';
import { statusTimeline } from './page-side.tsx';

// The cast: the timeline reads only these members of a change.
const change = (seq: number, before: Status | null, after: Status) =>
  ({ seq, before: before && { status: before }, after: { status: after } }) as unknown as Change;

const changes = [
  change(5, 'inactive', 'active'),
  change(4, 'active', 'inactive'),
  change(3, 'approved', 'active'),
  change(2, 'pending', 'approved'),
  change(1, null, 'pending'),
];

const summarizeStops = (status: Status, history = changes) =>
  statusTimeline(status, history).map(({ status, state, change }) => [status, state, change?.seq]);

describe('statusTimeline', () => {
  it('lists the statuses in order, each with the last change that set it', () => {
    expect(summarizeStops('active')).toEqual([
      ['pending', 'done', 1],
      ['approved', 'done', 2],
      ['active', 'now', 5],
      ['inactive', 'later', undefined],
    ]);
  });

  it('ends with the rejection of a rejected record', () => {
    expect(summarizeStops('rejected', [change(2, 'pending', 'rejected'), change(1, null, 'pending')])).toEqual([
      ['pending', 'done', 1],
      ['rejected', 'now', 2],
    ]);
  });

  it('ignores changes that keep the status', () => {
    expect(summarizeStops('pending', [change(2, 'pending', 'pending')])[0]).toEqual(['pending', 'now', undefined]);
  });
});
