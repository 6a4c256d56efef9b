import type { Logger } from 'pino';
import type { Database } from '#database';
import type { Schemas } from '#http/contract.ts';

export type TaskErrorKey = Schemas['TaskErrorKey'];

/** Why a task must not continue: it was cancelled, this worker is stopping, or another worker has taken over the task. */
type AbortReason = 'cancelled' | 'stopped' | 'lost';

/** The reason of a task's signal, which `throwIfAborted` throws. */
export class TaskAborted extends Error {
  readonly reason: AbortReason;

  constructor(reason: AbortReason) {
    super(`The task is ${reason}.`);
    this.reason = reason;
  }
}

/** Allows a process to write for a task; each write extends the lease by `seconds`. */
export interface TaskLease {
  id: number;
  claim: string;
  seconds: number;
}

/** What a task works with. Its other writes must be idempotent, as its worker may die at any time. */
export interface TaskContext<Params = unknown, State = unknown> {
  db: Database;
  id: number;
  lease: TaskLease;
  params: Params;
  /** The state that an earlier run stored last; null at first. */
  state: State | null;
  /** Aborted with a `TaskAborted`. */
  signal: AbortSignal;
  log: Logger;
  /**
   * Stores the progress, and the state from which a later run continues; optionally in a transaction with other writes.
   * @throws TaskAborted if the task must not continue
   */
  progress(done: number, total?: number, state?: State, by?: Database): Promise<void>;
  /** Allows another task with the same subject; called in the transaction that finishes the work. */
  release(by: Database): Promise<void>;
  /** Stores the task's file and replaces that of an earlier run. */
  saveFile(content: FileContent): Promise<StoredFile>;
}

/** The result of a task, with its file if there is one. */
export type TaskResult = Schemas['TaskResult'] & { file?: StoredFile };

export interface TaskDefinition {
  /** Set for a task that mostly waits, so that it does not count against the limit of working tasks. */
  light?: boolean;
  /** Runs the task; throws its failure or the signal's reason. */
  run(context: TaskContext): Promise<TaskResult>;
}

/** Kinds of tasks by name. */
export type TaskKinds = Record<string, TaskDefinition>;

/** Defines a kind of task with typed parameters and state. */
export const defineTask = <Params, State = never>(kind: {
  light?: boolean;
  run(context: TaskContext<Params, State>): Promise<TaskResult>;
}): TaskDefinition =>
  // the cast: parameters and state are JSON that only this kind and its callers write
  kind as TaskDefinition;

/** A failure of a task; users see the text of its key, operators the message. */
export class TaskFailure extends Error {
  readonly key: TaskErrorKey;

  constructor(key: TaskErrorKey, message: string) {
    super(message);
    this.key = key;
  }
}

export type FileContent = AsyncIterable<Uint8Array | string>;

/** The stored file of a task. */
export interface StoredFile {
  bytes: number;
  parts: number;
}
