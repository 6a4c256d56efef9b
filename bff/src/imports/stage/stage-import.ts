import { entityByKey } from '#crud/entity.ts';
import type { CrudContext } from '#crud/model.ts';
import { transact, transactWithinTimeLimit } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { FileFault } from '../file-model.ts';
import { rememberTargets } from '../options.ts';
import type { ImportProcesses } from '../process/import-processes.ts';
import { startWork } from '../start-work.ts';
import {
  assertStatus,
  changeImport,
  lockWritableImport,
  readImport,
  readVisibleImport,
  type StoredImport,
  withContributor,
} from '../stored-import.ts';

type StageTask = TaskContext<{ import: { id: number } }>;

/** Twice the minute for which a chunk may wait for locks on records. */
const MAX_SILENCE_MS = 120_000;

/** Lets a process write the report on a file, and stores the fault of one that cannot be read. */
export async function stageImport(processes: ImportProcesses, task: StageTask): Promise<TaskResult> {
  const { db, id, lease, signal } = task;
  const stored = await readImport(db, task.params.import.id);
  // an earlier run may have finished the work and crashed before reporting it
  if (stored?.taskId === id && stored.status === 'staged') return {};
  if (stored?.taskId !== id || stored.status !== 'staging' || !stored.options)
    throw new TaskFailure('importFault', 'The import no longer waits for this task.');
  try {
    return await processes.run('stage', { importId: stored.id, lease }, { signal, silenceMs: MAX_SILENCE_MS });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await storeFault(task, stored, error);
    throw new TaskFailure('importFault', `The file cannot be read: ${error.key}`);
  }
}

/** Stores the fault together with the task's progress, so that a process without the lease writes nothing. */
const storeFault = ({ db, progress, release }: StageTask, { id }: StoredImport, { key, parameters }: FileFault) =>
  transact(db, async (trx) => {
    await progress(0, undefined, undefined, trx);
    await changeImport(trx, id, { status: 'failed', fault: { key, ...parameters } });
    await release(trx);
  });

/** Queues staging with the options of the last preview. */
export const startStaging = (crud: CrudContext, request: Request<'stageImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'uploaded', 'staged', 'failed');
    // the file was never previewed, so it has no options
    if (!stored.options) throw new Problem('invalidTransition');
    const { options, columns } = stored;
    if (columns) await rememberTargets(trx, entityByKey(crud, stored.entity), columns, options);
    const resetColumns = { counts: null, outcomes: null, stage_time: null };
    await startWork(trx, request, stored, 'staging', { ...resetColumns, ...withContributor(stored, caller.id) });
    return readVisibleImport(trx, path.id, caller);
  });
