import { type Database, fromJson } from '../../src/database.ts';
import { defineTask, type TaskContext, type TaskKind } from '../../src/tasks/kinds.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../src/tasks/runner.ts';
import { silent } from '../kit/silent-log.ts';

/** A kind that works until it is told to go on, once per run. */
export function heldKind(light = false) {
  const runs: { context: TaskContext; letGo(): void; fail(error: Error): void }[] = [];
  const kind: TaskKind = defineTask({
    light,
    run: async (context) => {
      await new Promise<void>((letGo, fail) => {
        interrupted(context.signal).catch(fail);
        runs.push({ context, letGo, fail });
      });
      return { records: runs.length };
    },
  });
  return { kind, runs };
}

/** Rejects once the task is interrupted, at once where it is already. */
export function interrupted(signal: AbortSignal) {
  return new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason));
    if (signal.aborted) fail(signal.reason);
  });
}

/** What a test has of its tasks: rows as they are, runners that it drives by hand. */
export function tasksOf(db: Database) {
  const rowOf = async (id: number | undefined) => {
    const { params, state, result, ...row } = await db('task').where({ id }).first();
    return { ...row, params: fromJson(params), state: fromJson(state), result: fromJson(result) };
  };
  const runner = (kinds: RunnerOptions['kinds'], options: Partial<RunnerOptions> = {}): Runner =>
    createRunner({ db, kinds, log: silent, ...options });
  /** As if its worker had been gone for longer than a lease. */
  const forsake = (id: number | undefined) =>
    db('task')
      .where({ id })
      .update({ claimed_until: db.raw('NOW(3) - INTERVAL 1 SECOND') });
  return { rowOf, runner, forsake };
}
