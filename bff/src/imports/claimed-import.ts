import type { Database } from '#database';
import { TaskFailure } from '#tasks/kinds.ts';
import type { WorkingStatus } from './status.ts';
import { readImport, type StoredImport } from './stored-import.ts';

/** The import that a task is to work on. @throws TaskFailure where it is gone, or another task has it by now */
export async function claimedImport(
  db: Database,
  taskId: number,
  id: number,
  status: WorkingStatus,
): Promise<StoredImport> {
  const found = await readImport(db, id);
  if (found?.taskId !== taskId || found.status !== status)
    throw new TaskFailure('importFault', 'The import is not waiting for this any more.');
  return found;
}
