import { transact } from '#database';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import type { ImportProcesses } from '../process/import-processes.ts';
import { changeImport, readImport, type StoredImport } from '../stored-import.ts';
import { FileFault } from '../types.ts';

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
    await fail(task, stored, error);
    throw new TaskFailure('importFault', `The file cannot be read: ${error.key}`);
  }
}

/** With the task's progress: who has lost the task writes nothing. */
const fail = ({ db, progress, release }: Task, { id }: StoredImport, { key, fill }: FileFault) =>
  transact(db, async (trx) => {
    await progress(0, undefined, undefined, trx);
    await changeImport(trx, id, { status: 'failed', fault: { key, ...fill } });
    await release(trx);
  });
