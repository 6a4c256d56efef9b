import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { transact } from '#database';
import { type TaskContext, TaskFailure } from '#tasks/kinds.ts';
import { type SetEnding, settleSet } from './import-set.ts';
import {
  changeImport,
  contributorsOf,
  isWorking,
  readImport,
  type StoredImport,
  type WorkRequest,
} from './stored-import.ts';

/** The parameters of tasks that work on imports. */
export interface ImportParams {
  import: { id: number };
}

export type ImportTask<State = never> = Pick<
  TaskContext<ImportParams, State>,
  'db' | 'id' | 'params' | 'state' | 'progress' | 'release'
>;

/** An import and the request that a task works on. */
export interface ImportWork {
  crud: CrudContext;
  stored: StoredImport;
  entity: Entity;
  workRequest: WorkRequest;
  /** The reason to state in the log of changes. */
  reason: string;
}

/**
 * Loads the import for a task. `isFinished` is set if an earlier run has finished the work and crashed before reporting it.
 * @throws TaskFailure if the import no longer exists, or another task works on it
 */
export async function loadImportWork(
  crud: CrudContext,
  { db, id, params }: ImportTask<unknown>,
  kind: 'importApply' | 'importDecide' | 'importRevert',
): Promise<ImportWork & { isFinished: boolean }> {
  const stored = await readImport(db, params.import.id);
  if (stored?.taskId !== id || !stored.workRequest)
    throw new TaskFailure('importFault', 'The import no longer waits for this task.');
  const reason = `import #${stored.id} ${stored.filename}`;
  const task = { id, kind, import: { id: stored.id, filename: stored.filename } };
  const workRequest = { ...stored.workRequest, by: { ...stored.workRequest.by, task } };
  const work = { crud, stored, entity: entityByKey(crud, stored.entity), workRequest, reason };
  return { ...work, isFinished: !isWorking(stored.status) };
}

/** The ids of the users who contributed to the import's records. */
export const contributorIdsOf = ({ stored, workRequest }: Pick<ImportWork, 'stored' | 'workRequest'>): number[] => [
  ...new Set([...contributorsOf(stored), workRequest.by.id]),
];

/** Stores the end of the work, unless another process has taken over the task. */
export const endWork = (
  { db, progress, release }: Pick<ImportTask<never>, 'db' | 'progress' | 'release'>,
  stored: StoredImport,
  done: number,
  columns: Record<string, unknown>,
  setEnding: SetEnding,
): Promise<void> =>
  transact(db, async (trx) => {
    await changeImport(trx, stored.id, columns);
    await settleSet(trx, stored, setEnding);
    await progress(done, undefined, undefined, trx);
    await release(trx);
  });
