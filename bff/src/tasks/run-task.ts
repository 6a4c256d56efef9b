import type { Logger } from 'pino';
import type { Database } from '#database';
import { isOutOfReach, isUndone } from '#http/errors.ts';
import { type Claimed, type Ending, end, handBack, leaseWriter, mostAttempts, putBack } from './claims.ts';
import { saveFile } from './files.ts';
import { Interruption, type TaskContext, TaskFailure, type TaskKinds } from './kinds.ts';

interface Means {
  db: Database;
  kinds: TaskKinds;
  log: Logger;
  /** Seconds. */
  lease: number;
}

/** Does a task and writes down how it ended. */
export async function runTask({ db, kinds, log, lease }: Means, task: Claimed, signal: AbortSignal): Promise<void> {
  const about = { task: task.id, kind: task.kind };
  const finish = async (ending: Ending) => {
    await end(db, task, ending);
    log.info({ ...about, ...('error' in ending && { reason: ending.error }) }, `task ${ending.status}`);
  };
  const taskLease = { id: task.id, claim: task.claim, seconds: lease };
  const { progress, release } = leaseWriter(db, taskLease);
  const context: TaskContext = {
    ...{ db, id: task.id, lease: taskLease, params: task.params, state: task.state, signal, release },
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
    const why = whyOf(error, signal);
    if (why === 'lost') log.warn(about, 'task lost to another worker');
    else if (why === 'stopped') await handBack(db, task);
    else if (why === 'cancelled') await finish({ status: 'cancelled' });
    else if (isPassing(error) && task.attempts < mostAttempts) await putBack(db, task);
    else {
      // what no task says in words of its own is for whoever runs the service
      if (!(error instanceof TaskFailure)) log.error({ ...about, err: error }, 'task broken');
      const key = error instanceof TaskFailure ? error.key : 'broken';
      await finish({ status: 'failed', key, error: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** Why the task was interrupted, in whatever words it stopped; undefined where it was not, or what it had to do about it failed. */
function whyOf(error: unknown, { reason }: AbortSignal) {
  if (error instanceof Interruption) return error.why;
  return reason instanceof Interruption && !isPassing(error) ? reason.why : undefined;
}

/** Whether another try may do better. */
const isPassing = (error: unknown) => isOutOfReach(error) || isUndone(error);
