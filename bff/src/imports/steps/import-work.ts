import { entityByKey } from '#crud/entity.ts';
import type { Crud, Entity } from '#crud/model.ts';
import { transact } from '#database';
import { type TaskContext, TaskFailure } from '#tasks/kinds.ts';
import {
  changeImport,
  contributorsOf,
  isWorking,
  readImport,
  type StoredImport,
  type WorkRequest,
} from '../stored-import.ts';

/** What tasks of imports are told. */
export interface ImportParams {
  import: { id: number };
}

export type ImportTask<State = never> = Pick<
  TaskContext<ImportParams, State>,
  'db' | 'id' | 'params' | 'state' | 'progress' | 'release'
>;

/** An import that is worked on. */
export interface ImportWork {
  crud: Crud;
  stored: StoredImport;
  entity: Entity;
  workRequest: WorkRequest;
  /** Why, in the log of changes. */
  reason: string;
}

/**
 * The import that a task is to work on; `over` where a run before this one has ended the work and died before it could say so.
 * @throws TaskFailure where the import is gone, or another task has it by now
 */
export async function loadImportWork(
  crud: Crud,
  { db, id, params }: ImportTask<unknown>,
): Promise<ImportWork & { isOver: boolean }> {
  const stored = await readImport(db, params.import.id);
  if (stored?.taskId !== id || !stored.workRequest)
    throw new TaskFailure('importFault', 'The import is not waiting for this any more.');
  const reason = `import #${stored.id} ${stored.filename}`;
  const work = { crud, stored, entity: entityByKey(crud, stored.entity), workRequest: stored.workRequest, reason };
  return { ...work, isOver: !isWorking(stored.status) };
}

/** The people whose work its records are. */
export const contributorIdsOf = ({ stored, workRequest }: Pick<ImportWork, 'stored' | 'workRequest'>): number[] => [
  ...new Set([...contributorsOf(stored), workRequest.by.id]),
];

/** Writes down that the work is over, unless the task is somebody else's by now. */
export const endWork = (
  { db, progress, release }: Pick<ImportTask<never>, 'db' | 'progress' | 'release'>,
  importId: number,
  done: number,
  columns: Record<string, unknown>,
): Promise<void> =>
  transact(db, async (trx) => {
    await changeImport(trx, importId, columns);
    await progress(done, undefined, undefined, trx);
    await release(trx);
  });
