import type { Logger } from 'pino';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';

export type TaskErrorKey = Schemas['TaskErrorKey'];

/** Why a task is not to go on: somebody cancelled it, this worker stops, or another worker has it by now. */
type AbortReason = 'cancelled' | 'stopped' | 'lost';

/** The reason of a task's signal, which `throwIfAborted` throws. */
export class TaskAborted extends Error {
  readonly reason: AbortReason;

  constructor(why: AbortReason) {
    super(`The task is ${why}.`);
    this.reason = why;
  }
}

/** By which a process may write for a task: while it has the claim, and for so many seconds more after each write. */
export interface TaskLease {
  id: number;
  claim: string;
  seconds: number;
}

/** What a task works with. Whatever it writes elsewhere has to bear being done twice: its worker may die any time. */
export interface TaskContext<Params = unknown, State = unknown> {
  db: Database;
  id: number;
  lease: TaskLease;
  params: Params;
  /** As last kept by a run before this one; null at first. */
  state: State | null;
  /** Aborted with an `Interruption`. */
  signal: AbortSignal;
  log: Logger;
  /**
   * Writes down how far the task is, and what the next run goes on from; by a transaction where that goes with other writes.
   * Throws where the task is not to go on.
   */
  progress(done: number, total?: number, state?: State, by?: Database): Promise<void>;
  /** Lets the next task of its subject be queued, as there is nothing more to do; by the transaction that ends the work. */
  release(by: Database): Promise<void>;
  /** Keeps the file that the task makes, in place of what a run before left; the result has it as `file`. */
  saveFile(content: Content): Promise<StoredFile>;
}

/** What a task answers, and where it made a file how that lies. */
export type TaskResult = Schemas['TaskResult'] & { file?: StoredFile };

export interface TaskKind {
  /** It mostly waits, so it takes none of the few places of those that work. */
  light?: boolean;
  /** Throws what it fails with, or the signal's reason. */
  run(context: TaskContext): Promise<TaskResult>;
}

/** All kinds of task by their names. */
export type TaskKinds = Record<string, TaskKind>;

/** A kind with the types of its own parameters and state. */
export const defineTask = <Params, State = never>(kind: {
  light?: boolean;
  run(context: TaskContext<Params, State>): Promise<TaskResult>;
}): TaskKind =>
  // parameters and state are JSON that only the kind itself and who enqueues it write
  kind as TaskKind;

/** A failure that whoever looks at the task is told by its key; the message is for whoever runs the service. */
export class TaskFailure extends Error {
  readonly key: TaskErrorKey;

  constructor(key: TaskErrorKey, message: string) {
    super(message);
    this.key = key;
  }
}

export type Content = AsyncIterable<Uint8Array | string>;

/** A task's file, as its result names it. */
export interface StoredFile {
  bytes: number;
  parts: number;
}
