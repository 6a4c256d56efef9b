import { entityByKey } from '#crud/entity.ts';
import type { Crud } from '#crud/model.ts';
import { transact, transactFor } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { FileFault } from '../file-model.ts';
import { rememberTargets } from '../options.ts';
import type { ImportProcesses } from '../process/import-processes.ts';
import { startWork } from '../start-work.ts';
import {
  addContributor,
  assertStatus,
  changeImport,
  lockVisibleImport,
  readImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';

type Task = TaskContext<{ import: { id: number } }>;

/** A chunk waits for locks of records, for a minute at most. */
const MAX_SILENCE_MS = 120_000;

/** Has a process write the report on a file, and notes why one cannot be read. */
export async function stageImport(processes: ImportProcesses, task: Task): Promise<TaskResult> {
  const { db, id, lease, signal } = task;
  const stored = await readImport(db, task.params.import.id);
  // a run before this one may have ended the work and died before it could say so
  if (stored?.taskId === id && stored.status === 'staged') return {};
  if (stored?.taskId !== id || stored.status !== 'staging' || !stored.options)
    throw new TaskFailure('importFault', 'The import is not waiting for this any more.');
  try {
    return await processes.run('stage', { importId: stored.id, lease }, { signal, silenceMs: MAX_SILENCE_MS });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await storeFault(task, stored, error);
    throw new TaskFailure('importFault', `The file cannot be read: ${error.key}`);
  }
}

/** With the task's progress: who has lost the task writes nothing. */
const storeFault = ({ db, progress, release }: Task, { id }: StoredImport, { key, fill }: FileFault) =>
  transact(db, async (trx) => {
    await progress(0, undefined, undefined, trx);
    await changeImport(trx, id, { status: 'failed', fault: { key, ...fill } });
    await release(trx);
  });

/** Puts a file to be staged as it was looked at last. */
export const startStaging = (crud: Crud, request: Request<'stageImport'>): Promise<StoredImport> =>
  transactFor(request.caller, crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    assertStatus(stored, 'uploaded', 'staged', 'failed');
    // nobody knows yet how to read it
    if (!stored.options) throw new Problem('invalidTransition');
    const { options, columns } = stored;
    if (columns) await rememberTargets(trx, entityByKey(crud, stored.entity), columns, options);
    const resetColumns = { counts: null, outcomes: null, stage_time: null };
    await startWork(trx, request, stored, 'staging', { ...resetColumns, ...addContributor(stored, caller.id) });
    return readVisibleImport(trx, path.id, caller);
  });
