import type { Status } from '#api/facts.gen.ts';
import type { Change } from '#crud/resource.ts';

export interface TimelineStop {
  status: Status;
  state: 'done' | 'now' | 'later';
  /** What brought the record there last, as far as the history was read. */
  change: Change | undefined;
}

const statusOrder: readonly Status[] = ['pending', 'approved', 'active', 'inactive'];
const rejectedOrder: readonly Status[] = ['pending', 'rejected'];

/** The stops of a record's life up to its status and beyond; `changes` has the newest first. */
export function statusTimeline(status: Status, changes: readonly Change[]): TimelineStop[] {
  const way = status === 'rejected' ? rejectedOrder : statusOrder;
  const now = way.indexOf(status);
  const arrived = (stop: Status) =>
    changes.find(({ before, after }) => after?.status === stop && before?.status !== stop);
  return way.map((stop, index) => ({
    status: stop,
    state: index < now ? 'done' : index === now ? 'now' : 'later',
    change: index > now ? undefined : arrived(stop),
  }));
}
