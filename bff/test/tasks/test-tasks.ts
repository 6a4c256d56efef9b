import { type Database, fromJson } from '../../src/database/database.ts';
import { defineTask, type TaskContext, type TaskDefinition } from '../../src/tasks/kinds.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../src/tasks/runner.ts';
import { silentLog } from '../kit/silent-log.ts';

/** Creates a kind of task whose runs last until the test finishes them or lets them fail. */
export function createPausedTask(isLight = false) {
  const runs: { context: TaskContext; finish(): void; reject(error: Error): void }[] = [];
  const kind: TaskDefinition = defineTask({
    light: isLight,
    run: async (context) => {
      await new Promise<void>((finish, reject) => {
        rejectOnAbort(context.signal).catch(reject);
        runs.push({ context, finish, reject });
      });
      return { records: runs.length };
    },
  });
  return { kind, runs };
}

/** Returns a promise that rejects when the signal aborts. */
export function rejectOnAbort(signal: AbortSignal) {
  return new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason));
    if (signal.aborted) fail(signal.reason);
  });
}

/** Creates functions that read rows of tasks and create runners whose rounds the test starts. */
export function createTaskHelpers(db: Database) {
  const readRow = async (id: number | undefined) => {
    const { params, state, result, ...row } = await db('task').where({ id }).first();
    return { ...row, params: fromJson(params), state: fromJson(state), result: fromJson(result) };
  };
  const createTestRunner = (kinds: RunnerOptions['kinds'], options: Partial<RunnerOptions> = {}): Runner =>
    createRunner({ db, kinds, log: silentLog, ...options });
  /** Makes the lease of a task look as if its worker had stopped renewing it. */
  const expireLease = (id: number | undefined) =>
    db('task')
      .where({ id })
      .update({ claimed_until: db.raw('NOW(3) - INTERVAL 1 SECOND') });
  return { readRow, createTestRunner, expireLease };
}
