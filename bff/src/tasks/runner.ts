import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#database';
import { type Claimed, claimTask, handBack, interrupted, renew } from './claims.ts';
import { Interruption, type TaskKinds } from './kinds.ts';
import { runTask } from './run-task.ts';

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
const patience = 5000;

/** Runs tasks in this process, several at once. */
export function createRunner(options: RunnerOptions): Runner {
  const { db, kinds, log, lease = 30, heartbeat = 10, most = { working: 4, light: 100 } } = options;
  const inHand = new Map<number, InHand>();
  let renewedAt = performance.now();
  let stopped = false;

  const lookAfter = async () => {
    const tasks = [...inHand.values()].map(({ task }) => task);
    for (const [id, why] of await interrupted(db, tasks)) inHand.get(id)?.stopping.abort(new Interruption(why));
    if (performance.now() - renewedAt < heartbeat * 1000) return;
    renewedAt = performance.now();
    // one that is lost is found to be so by the next look
    for (const task of tasks) await renew(db, task, lease).catch(unlessLost);
  };
  const start = (task: Claimed) => {
    const stopping = new AbortController();
    if (task.cancelling) stopping.abort(new Interruption('cancelled'));
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
      await lookAfter();
      for (let names = free(); names.length > 0 && !stopped; names = free()) {
        const task = await claimTask(db, names, lease);
        if (!task) return;
        if (stopped) return handBack(db, task);
        start(task);
      }
    },
    async stop() {
      stopped = true;
      const left = [...inHand.values()];
      for (const { stopping } of left) stopping.abort(new Interruption('stopped'));
      const late = new AbortController();
      await Promise.race([
        Promise.all(left.map(({ ended }) => ended)),
        pause(patience, undefined, { signal: late.signal }).catch(() => undefined),
      ]);
      late.abort();
      // whoever still runs has lost its claim by this, and the process ends
      for (const { task } of inHand.values()) await handBack(db, task).catch(unlessLost);
    },
  };
}

function unlessLost(error: unknown): void {
  if (!(error instanceof Interruption)) throw error;
}
