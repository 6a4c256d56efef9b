import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database';
import { isOutOfReach, isUndone } from '#http/errors.ts';
import {
  type Claimed,
  claimTask,
  type Ending,
  endTask,
  findAborted,
  leaseWriter,
  MAX_ATTEMPTS,
  releaseTask,
  renewLease,
  retryTaskLater,
} from './claims.ts';
import { saveFile } from './files.ts';
import { TaskAborted, type TaskContext, TaskFailure, type TaskKinds } from './kinds.ts';

export interface RunnerOptions {
  db: Database;
  kinds: TaskKinds;
  log: Logger;
  /** Seconds for which a claimed task is nobody else's, and after which its claim is renewed. */
  lease?: number;
  heartbeat?: number;
  /** How many tasks are in hand at once: those that work, and those that mostly wait. */
  most?: { working: number; light: number };
}

export interface Runner {
  /** Looks after the tasks in hand, and takes others while there are places; rejects where the database is out of reach. */
  round(): Promise<void>;
  /** Hands back what is in hand, and takes nothing any more. */
  stop(): Promise<void>;
}

interface InHand {
  task: Claimed;
  stopping: AbortController;
  ended: Promise<void>;
}

/** How long a stop waits for tasks to notice it, in milliseconds. */
const STOP_TIMEOUT_MS = 5000;

/** Runs tasks in this process, several at once. */
export function createRunner(options: RunnerOptions): Runner {
  const { db, kinds, log, lease = 30, heartbeat = 10, most = { working: 4, light: 100 } } = options;
  const inHand = new Map<number, InHand>();
  let renewedAt = performance.now();
  let stopped = false;

  const checkTasks = async () => {
    const tasks = [...inHand.values()].map(({ task }) => task);
    for (const [id, why] of await findAborted(db, tasks)) inHand.get(id)?.stopping.abort(new TaskAborted(why));
    if (performance.now() - renewedAt < heartbeat * 1000) return;
    renewedAt = performance.now();
    // one that is lost is found to be so by the next look
    for (const task of tasks) await renewLease(db, task, lease).catch(unlessLost);
  };
  const start = (task: Claimed) => {
    const stopping = new AbortController();
    if (task.cancelling) stopping.abort(new TaskAborted('cancelled'));
    const ended = runTask({ db, kinds, log, lease }, task, stopping.signal)
      .catch((error: Error) => log.warn({ task: task.id, reason: error.message }, 'end of a task not written down'))
      .finally(() => inHand.delete(task.id));
    inHand.set(task.id, { task, stopping, ended });
  };
  const free = () => {
    const light = [...inHand.values()].filter(({ task }) => kinds[task.kind]?.light).length;
    const places = { light: most.light - light, working: most.working - (inHand.size - light) };
    return Object.keys(kinds).filter((kind) => (kinds[kind]?.light ? places.light : places.working) > 0);
  };
  return {
    async round() {
      await checkTasks();
      for (let names = free(); names.length > 0 && !stopped; names = free()) {
        const task = await claimTask(db, names, lease);
        if (!task) return;
        if (stopped) return releaseTask(db, task);
        start(task);
      }
    },
    async stop() {
      stopped = true;
      const left = [...inHand.values()];
      for (const { stopping } of left) stopping.abort(new TaskAborted('stopped'));
      const late = new AbortController();
      await Promise.race([
        Promise.all(left.map(({ ended }) => ended)),
        pause(STOP_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      // whoever still runs has lost its claim by this, and the process ends
      for (const { task } of inHand.values()) await releaseTask(db, task).catch(unlessLost);
    },
  };
}

function unlessLost(error: unknown): void {
  if (!(error instanceof TaskAborted)) throw error;
}

interface RunnerDeps {
  db: Database;
  kinds: TaskKinds;
  log: Logger;
  /** Seconds. */
  lease: number;
}

/** Does a task and writes down how it ended. */
async function runTask({ db, kinds, log, lease }: RunnerDeps, task: Claimed, signal: AbortSignal): Promise<void> {
  const about = { task: task.id, kind: task.kind };
  const finish = async (ending: Ending) => {
    await endTask(db, task, ending);
    log.info({ ...about, ...('error' in ending && { reason: ending.error }) }, `task ${ending.status}`);
  };
  const taskLease = { id: task.id, claim: task.claim, seconds: lease };
  const { progress, release } = leaseWriter(db, taskLease);
  const context: TaskContext = {
    db,
    id: task.id,
    lease: taskLease,
    params: task.params,
    state: task.state,
    signal,
    release,
    log: log.child(about),
    progress: async (...args) => {
      signal.throwIfAborted();
      await progress(...args);
    },
    saveFile: (content) => saveFile(db, task, content),
  };
  log.info({ ...about, attempts: task.attempts }, 'task begun');
  try {
    const result = await kinds[task.kind]?.run(context);
    await finish({ status: 'done', result: result ?? {} });
  } catch (error) {
    const why = abortReasonOf(error, signal);
    if (why === 'lost') log.warn(about, 'task lost to another worker');
    else if (why === 'stopped') await releaseTask(db, task);
    else if (why === 'cancelled') await finish({ status: 'cancelled' });
    else if (isPassing(error) && task.attempts < MAX_ATTEMPTS) await retryTaskLater(db, task);
    else {
      // what no task says in words of its own is for whoever runs the service
      if (!(error instanceof TaskFailure)) log.error({ ...about, err: error }, 'task broken');
      const key = error instanceof TaskFailure ? error.key : 'broken';
      await finish({ status: 'failed', key, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Why the task was interrupted, in whatever words it stopped; undefined where it was not, or what it had to do about it failed. */
function abortReasonOf(error: unknown, { reason }: AbortSignal) {
  if (error instanceof TaskAborted) return error.reason;
  return reason instanceof TaskAborted && !isPassing(error) ? reason.reason : undefined;
}

/** Whether another try may do better. */
const isPassing = (error: unknown) => isOutOfReach(error) || isUndone(error);
