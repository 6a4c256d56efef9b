import { setImmediate as others } from 'node:timers/promises';
import type { Crud, Entity, Stored } from '#crud/model.ts';
import { transactRecords } from '#crud/renames.ts';
import { lockRecords } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT } from '#http/time-limits.ts';
import type { ImportTask } from './import-work.ts';

// what is made of so many records in one go holds all requests up for less than 30 ms
const PIECE_ROWS = 100;

/** Works on many as on some at a time, in the same transaction: what is shared by all requests is free in between. */
export async function mapInPieces<T, R>(all: T[], work: (pieceRows: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += PIECE_ROWS) done.push(...(await work(all.slice(at, at + PIECE_ROWS))));
  return done;
}

export const lockAll = async (trx: Transaction, entity: Entity, ids: number[]): Promise<Map<number, Stored>> =>
  // in one order, so that no two transactions wait for each other
  new Map(
    await mapInPieces(
      ids.toSorted((a, b) => a - b),
      async (pieceRows) => [...(await lockRecords(trx, entity, pieceRows))],
    ),
  );

/** Has something done once a chunk is committed. */
type AfterCommit = (effect: () => void) => void;

/** Rows to work through, each of which may have to wait for others. */
interface Rounds<Row, State = never> {
  crud: Crud;
  task: Pick<ImportTask<State>, 'progress'>;
  /** How many rows are settled already, of how many. */
  done: number;
  total: number;
  /** The next rows after this one, of those that are not settled; none at the end. */
  readNext(after: Row | undefined): Promise<Row[]>;
  /**
   * Settles rows, and writes down what became of them; answers how many, the others wait. `last`: nothing moves any more, so that
   * none may wait.
   */
  settle(trx: Transaction, rows: Row[], isLastRound: boolean, afterCommit: AfterCommit): Promise<number>;
  /** Writes down that a row is refused. */
  refuse(trx: Transaction, row: Row, problem: Problem, afterCommit: AfterCommit): Promise<void>;
  /** How many chunks may be under way together, where they do not mind each other: one without it. */
  parallelChunks?: number;
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
  let isLastRound = false;

  const commit = async (
    rows: Row[],
    work: (trx: Transaction, afterCommit: AfterCommit) => Promise<number>,
  ): Promise<number> => {
    let effects: (() => void)[] = [];
    const settled = await transactRecords(rounds.crud, NO_TIME_LIMIT, async (trx) => {
      effects = [];
      const count = await work(trx, (effect) => effects.push(effect));
      await task.progress(done + count, total, rounds.stateAfter?.(rows), trx);
      return count;
    });
    done += settled;
    for (const effect of effects) effect();
    return rows.length - settled;
  };
  /** Answers how many of the rows wait. */
  const work = async (rows: Row[]): Promise<number> => {
    await others();
    try {
      return await commit(rows, (trx, afterCommit) => rounds.settle(trx, rows, isLastRound, afterCommit));
    } catch (error) {
      const [row] = rows;
      if (!(error instanceof Problem) || row === undefined) throw error;
      if (rows.length === 1)
        return commit(rows, (trx, afterCommit) => rounds.refuse(trx, row, error, afterCommit).then(() => 1));
      const half = Math.ceil(rows.length / 2);
      return (await work(rows.slice(0, half))) + (await work(rows.slice(half)));
    }
  };

  async function* readChunks(): AsyncGenerator<Row[]> {
    for (let rows = await rounds.readNext(undefined); rows.length > 0; ) {
      const nextRows = rounds.readNext(rows.at(-1));
      // told of where it is waited for
      nextRows.catch(() => undefined);
      yield rows;
      rows = await nextRows;
    }
  }
  /** Works through all that is open once. Answers how many rows wait. */
  const workThroughOnce = async (): Promise<number> => {
    const all = readChunks();
    const worker = async () => {
      let waiting = 0;
      for await (const rows of all) waiting += await work(rows);
      return waiting;
    };
    const workers = Array.from({ length: rounds.parallelChunks ?? 1 }, worker);
    // what one has begun is over before the fault of another is told
    await Promise.allSettled(workers);
    return (await Promise.all(workers)).reduce((sum, waiting) => sum + waiting, 0);
  };

  for (let waiting = 1; waiting > 0; ) {
    const before = done;
    waiting = await workThroughOnce();
    isLastRound = done === before;
  }
  return done;
}
