import { setImmediate as others } from 'node:timers/promises';
import { type Transaction, transact } from '#database';
import { Problem } from '#http/problem.ts';
import type { ImportTask } from './import-work.ts';

/** Rows to work through, each of which may have to wait for others. */
export interface Rounds<Row, State = never> {
  task: Pick<ImportTask<State>, 'db' | 'progress'>;
  /** How many rows are settled already, of how many. */
  done: number;
  total: number;
  /** The next rows after this one, of those that are not settled; none at the end. */
  next(after: Row | undefined): Promise<Row[]>;
  /**
   * Settles rows, and writes down what became of them; answers how many, the others wait. `last`: nothing moves any more, so that
   * none may wait.
   */
  settle(trx: Transaction, rows: Row[], last: boolean): Promise<number>;
  /** Writes down that a row is refused. */
  refuse(trx: Transaction, row: Row, problem: Problem): Promise<void>;
  /** Has all that goes with rows whose transaction has been committed. */
  committed?(): void;
  /** What the next run goes on from after these rows, where they do not tell that themselves. */
  stateAfter?(rows: Row[]): State;
}

/**
 * Works through rows in chunks, each of which is one transaction with the task's progress in it, over and over until none waits: whoever
 * takes the task up after a crash finds each row either as it was or settled. A chunk that is refused is tried again in halves, so that
 * the row to blame is refused alone. Answers how many are settled.
 */
export async function workInRounds<Row, State = never>(rounds: Rounds<Row, State>): Promise<number> {
  const { task, total } = rounds;
  let { done } = rounds;
  let last = false;

  const commit = async (rows: Row[], work: (trx: Transaction) => Promise<number>): Promise<number> => {
    const settled = await transact(task.db, async (trx) => {
      const count = await work(trx);
      await task.progress(done + count, total, rounds.stateAfter?.(rows), trx);
      return count;
    });
    done += settled;
    rounds.committed?.();
    return rows.length - settled;
  };
  /** Answers how many of the rows wait. */
  const work = async (rows: Row[]): Promise<number> => {
    await others();
    try {
      return await commit(rows, (trx) => rounds.settle(trx, rows, last));
    } catch (error) {
      const [row] = rows;
      if (!(error instanceof Problem) || row === undefined) throw error;
      if (rows.length === 1) return commit(rows, (trx) => rounds.refuse(trx, row, error).then(() => 1));
      const half = Math.ceil(rows.length / 2);
      return (await work(rows.slice(0, half))) + (await work(rows.slice(half)));
    }
  };

  for (let waiting = 1; waiting > 0; ) {
    const before = done;
    waiting = 0;
    for (let rows = await rounds.next(undefined); rows.length > 0; ) {
      const following = rounds.next(rows.at(-1));
      // told of where it is waited for
      following.catch(() => undefined);
      waiting += await work(rows);
      rows = await following;
    }
    last = done === before;
  }
  return done;
}
