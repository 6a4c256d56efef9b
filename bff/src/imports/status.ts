import type { Schemas } from '#http/contract.ts';
import type { StoredFault, StoredImport } from './stored-import.ts';

/** What is known of the task that works on an import. */
export interface TaskState {
  status: Schemas['TaskStatus'];
  errorKey: Schemas['TaskErrorKey'] | null;
  progress: number;
  total: number | null;
}

type Rest = Pick<StoredImport, 'status' | 'fault' | 'progress'>;
type Held = Pick<StoredImport, 'status' | 'fault' | 'outcomes'>;

export type WorkingStatus = 'staging' | 'applying' | 'deciding' | 'reverting';

const working = new Set<string>(['staging', 'applying', 'deciding', 'reverting'] satisfies WorkingStatus[]);
export const isWorking = (status: Schemas['ImportStatus']): status is WorkingStatus => working.has(status);

/**
 * The status of an import beside its task: while that waits or runs it is worked on; where it ended without writing how, the
 * import has come to rest, and its fault says why.
 */
export function atRest(held: Held, task: TaskState | undefined): Rest {
  const { status, fault } = held;
  if (!isWorking(status)) return { status, fault, progress: null };
  if (task?.status === 'queued' || task?.status === 'running')
    return { status, fault, progress: { done: task.progress, total: task.total } };
  const stopped: StoredFault = { key: stoppedBy(task) };
  return { status: restOf(held, stopped), fault: stopped, progress: null };
}

function stoppedBy(task: TaskState | undefined): StoredFault['key'] {
  if (task?.status === 'cancelled') return 'cancelled';
  return !task || task.errorKey === 'workerDied' ? 'workerDied' : 'broken';
}

function restOf({ status, outcomes }: Held, { key }: StoredFault): Schemas['ImportStatus'] {
  if (status === 'staging') return key === 'cancelled' ? 'uploaded' : 'failed';
  if (status === 'applying') return Object.keys(outcomes).length > 0 ? 'applied' : 'staged';
  return 'applied';
}
