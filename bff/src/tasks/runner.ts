import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database';
import { isDatabaseUnreachable, isTransactionConflict } from '#http/errors.ts';
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
  /** How long a claimed task stays this worker's, and after how long its lease is renewed. */
  leaseSeconds?: number;
  heartbeatSeconds?: number;
  /** How many tasks run at once: those that work, and those that mostly wait. */
  maxRunning?: { working: number; light: number };
}

export interface Runner {
  /** Renews and aborts running tasks, and starts others while there are places. Rejects where the database is out of reach. */
  round(): Promise<void>;
  /** Releases the running tasks, and starts none any more. */
  stop(): Promise<void>;
}

interface RunningTask {
  task: ClaimedTask;
  abortion: AbortController;
  end: Promise<void>;
}

/** How long a stop waits for tasks to notice it, in milliseconds. */
const STOP_TIMEOUT_MS = 5000;

/** Runs tasks in this process, several at once. */
export function createRunner(options: RunnerOptions): Runner {
  const { db, kinds, log, leaseSeconds = 30, heartbeatSeconds = 10, maxRunning = { working: 4, light: 100 } } = options;
  const runningTasks = new Map<number, RunningTask>();
  let renewedAt = performance.now();
  let stopped = false;

  const checkTasks = async () => {
    const tasks = [...runningTasks.values()].map(({ task }) => task);
    for (const [id, reason] of await findAborted(db, tasks))
      runningTasks.get(id)?.abortion.abort(new TaskAborted(reason));
    if (performance.now() - renewedAt < heartbeatSeconds * 1000) return;
    renewedAt = performance.now();
    // the next round aborts the tasks that are lost
    for (const task of tasks) await renewTask(db, task, leaseSeconds * 1000).catch(ignoreLost);
  };
  const start = (task: ClaimedTask) => {
    const abortion = new AbortController();
    if (task.cancelling) abortion.abort(new TaskAborted('cancelled'));
    const end = runTask({ db, kinds, log, leaseSeconds }, task, abortion.signal)
      .catch((error: Error) => log.warn({ task: task.id, reason: error.message }, 'end of a task not stored'))
      .finally(() => runningTasks.delete(task.id));
    runningTasks.set(task.id, { task, abortion, end });
  };
  const kindsWithFreePlace = () => {
    const light = [...runningTasks.values()].filter(({ task }) => kinds[task.kind]?.light).length;
    const places = { light: maxRunning.light - light, working: maxRunning.working - (runningTasks.size - light) };
    return Object.keys(kinds).filter((kind) => (kinds[kind]?.light ? places.light : places.working) > 0);
  };
  return {
    async round() {
      await checkTasks();
      for (let names = kindsWithFreePlace(); names.length > 0 && !stopped; names = kindsWithFreePlace()) {
        const task = await claimTask(db, names, leaseSeconds * 1000);
        if (!task) return;
        if (stopped) return releaseTask(db, task);
        start(task);
      }
    },
    async stop() {
      stopped = true;
      const tasks = [...runningTasks.values()];
      for (const { abortion } of tasks) abortion.abort(new TaskAborted('stopped'));
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(tasks.map(({ end }) => end)),
        pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
      // a task that still runs can write nothing any more after this
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
    const result = await kinds[task.kind]?.run(context);
    await finish({ status: 'done', result: result ?? {} });
  } catch (error) {
    const reason = abortReasonOf(error, signal);
    if (reason === 'lost') log.warn(logFields, 'task lost to another worker');
    else if (reason === 'stopped') await releaseTask(db, task);
    else if (reason === 'cancelled') await finish({ status: 'cancelled' });
    else if (isTransient(error) && task.attempts < MAX_ATTEMPTS) await retryTaskLater(db, task);
    else {
      // an error that the task didn't expect is for whoever runs the service
      if (!(error instanceof TaskFailure)) log.error({ ...logFields, err: error }, 'task broken');
      const key = error instanceof TaskFailure ? error.key : 'broken';
      await finish({ status: 'failed', key, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Why the task was aborted, whatever error it ended with. Undefined where it was not, or the database failed meanwhile. */
function abortReasonOf(error: unknown, { reason }: AbortSignal) {
  if (error instanceof TaskAborted) return error.reason;
  return reason instanceof TaskAborted && !isTransient(error) ? reason.reason : undefined;
}

/** Whether another attempt may succeed. */
const isTransient = (error: unknown) => isDatabaseUnreachable(error) || isTransactionConflict(error);
