import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database';
import { isDatabaseUnavailable, isTransactionConflict } from '#http/errors.ts';
import { inSpan } from '#tracing';
import {
  type ClaimedTask,
  claimTask,
  endTask,
  findAborted,
  leaseWriter,
  MAX_ATTEMPTS,
  releaseTask,
  renewTask,
  retryTaskLater,
  type TaskEnding,
} from './claims.ts';
import { saveFile } from './files.ts';
import { TaskAborted, type TaskContext, TaskFailure, type TaskKinds } from './kinds.ts';

export interface RunnerOptions {
  db: Database;
  kinds: TaskKinds;
  log: Logger;
  /** The duration of a task's lease, and the interval in which it is renewed. */
  leaseSeconds?: number;
  heartbeatSeconds?: number;
  /** The maximum numbers of concurrent tasks: of working ones, and of those that mostly wait. */
  maxRunning?: { working: number; light: number };
}

export interface Runner {
  /** Renews or aborts running tasks and starts others while slots are free. Rejects if the database is unavailable. */
  round(): Promise<void>;
  /** Releases the running tasks and starts no more. */
  stop(): Promise<void>;
}

interface RunningTask {
  task: ClaimedTask;
  abortion: AbortController;
  finished: Promise<void>;
}

/** How long a stop waits for running tasks. */
const STOP_TIMEOUT_MS = 5000;

/** Creates a runner that runs several tasks at once in this process. */
export function createRunner(options: RunnerOptions): Runner {
  const { db, kinds, log, leaseSeconds = 30, heartbeatSeconds = 10, maxRunning = { working: 4, light: 100 } } = options;
  const runningTasks = new Map<number, RunningTask>();
  let lastRenewalTime = performance.now();
  let isStopped = false;

  const checkTasks = async () => {
    const tasks = [...runningTasks.values()].map(({ task }) => task);
    for (const [id, reason] of await findAborted(db, tasks))
      runningTasks.get(id)?.abortion.abort(new TaskAborted(reason));
    if (performance.now() - lastRenewalTime < heartbeatSeconds * 1000) return;
    lastRenewalTime = performance.now();
    // the next round aborts the tasks that are lost
    for (const task of tasks) await renewTask(db, task, leaseSeconds * 1000).catch(ignoreLost);
  };
  const startTask = (task: ClaimedTask) => {
    const abortion = new AbortController();
    if (task.cancelling) abortion.abort(new TaskAborted('cancelled'));
    const finished = runTask({ db, kinds, log, leaseSeconds }, task, abortion.signal)
      .catch((error: Error) => log.warn({ task: task.id, reason: error.message }, 'end of a task not stored'))
      .finally(() => runningTasks.delete(task.id));
    runningTasks.set(task.id, { task, abortion, finished });
  };
  const kindsWithFreeSlots = () => {
    const light = [...runningTasks.values()].filter(({ task }) => kinds[task.kind]?.light).length;
    const freeSlots = { light: maxRunning.light - light, working: maxRunning.working - (runningTasks.size - light) };
    return Object.keys(kinds).filter((kind) => (kinds[kind]?.light ? freeSlots.light : freeSlots.working) > 0);
  };
  return {
    async round() {
      await checkTasks();
      for (let names = kindsWithFreeSlots(); names.length > 0 && !isStopped; names = kindsWithFreeSlots()) {
        const task = await claimTask(db, names, leaseSeconds * 1000);
        if (!task) return;
        if (isStopped) return releaseTask(db, task);
        startTask(task);
      }
    },
    async stop() {
      isStopped = true;
      const tasks = [...runningTasks.values()];
      for (const { abortion } of tasks) abortion.abort(new TaskAborted('stopped'));
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(tasks.map(({ finished }) => finished)),
        pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
      // after this a task that is still running can no longer write
      for (const { task } of runningTasks.values()) await releaseTask(db, task).catch(ignoreLost);
    },
  };
}

function ignoreLost(error: unknown): void {
  if (!(error instanceof TaskAborted)) throw error;
}

interface RunnerDeps {
  db: Database;
  kinds: TaskKinds;
  log: Logger;
  leaseSeconds: number;
}

/** Runs a task and stores how it ended. */
async function runTask(
  { db, kinds, log, leaseSeconds }: RunnerDeps,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<void> {
  const logFields = { task: task.id, kind: task.kind };
  const finish = async (ending: TaskEnding) => {
    await endTask(db, task, ending);
    log.info({ ...logFields, ...('error' in ending && { reason: ending.error }) }, `task ${ending.status}`);
  };
  const taskLease = { id: task.id, claim: task.claim, seconds: leaseSeconds };
  const { progress, release } = leaseWriter(db, taskLease);
  const context: TaskContext = {
    db,
    id: task.id,
    lease: taskLease,
    params: task.params,
    state: task.state,
    signal,
    release,
    log: log.child(logFields),
    progress: async (...args) => {
      signal.throwIfAborted();
      await progress(...args);
    },
    saveFile: (content) => saveFile(db, task, content),
  };
  log.info({ ...logFields, attempts: task.attempts }, 'task started');
  try {
    const attributes = { 'gazetteer.task_id': task.id, 'gazetteer.attempt': task.attempts };
    const result = await inSpan(`task ${task.kind}`, { kind: 'internal', attributes }, async () =>
      kinds[task.kind]?.run(context),
    );
    await finish({ status: 'done', result: result ?? {} });
  } catch (error) {
    const reason = abortReasonOf(error, signal);
    if (reason === 'lost') log.warn(logFields, 'task lost to another worker');
    else if (reason === 'stopped') await releaseTask(db, task);
    else if (reason === 'cancelled') await finish({ status: 'cancelled' });
    else if (isTransient(error) && task.attempts < MAX_ATTEMPTS) await retryTaskLater(db, task);
    else {
      // unexpected errors are logged for the operator
      if (!(error instanceof TaskFailure)) log.error({ ...logFields, err: error }, 'task broken');
      const key = error instanceof TaskFailure ? error.key : 'broken';
      await finish({ status: 'failed', key, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Returns the reason why a task was aborted, whatever error it threw; undefined if it was not aborted or the database failed. */
function abortReasonOf(error: unknown, { reason }: AbortSignal) {
  if (error instanceof TaskAborted) return error.reason;
  return reason instanceof TaskAborted && !isTransient(error) ? reason.reason : undefined;
}

/** Whether another attempt may succeed. */
const isTransient = (error: unknown) => isDatabaseUnavailable(error) || isTransactionConflict(error);
