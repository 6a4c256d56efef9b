import type { Status } from '#api/metadata.gen.ts';
import type { Change } from '#crud/resource.ts';

export interface TimelineStop {
  status: Status;
  state: 'done' | 'now' | 'later';
  /** The last change that set this status, if it is in the loaded history. */
  change: Change | undefined;
}

const usualOrder: readonly Status[] = ['pending', 'approved', 'active', 'inactive'];
const rejectedOrder: readonly Status[] = ['pending', 'rejected'];

/** Returns the statuses that a record passes through, up to its current one and after; `changes` is newest first. */
export function statusTimeline(status: Status, changes: readonly Change[]): TimelineStop[] {
  const order = status === 'rejected' ? rejectedOrder : usualOrder;
  const currentIndex = order.indexOf(status);
  const findArrival = (stop: Status) =>
    changes.find(({ before, after }) => after?.status === stop && before?.status !== stop);
  return order.map((stop, index) => ({
    status: stop,
    state: index < currentIndex ? 'done' : index === currentIndex ? 'now' : 'later',
    change: index > currentIndex ? undefined : findArrival(stop),
  }));
}
