import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { transactUpdatingReferrers } from '#crud/renames.ts';
import { lockRecords } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT } from '#http/time-limits.ts';
import type { ImportTask } from './import-work.ts';

// computing so many records at a time blocks other requests for less than 30 ms
const BATCH_ROWS = 100;

/** Works on many rows in batches within the same transaction, so that other requests are served in between. */
export async function mapInBatches<T, R>(all: T[], processRows: (batch: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += BATCH_ROWS) done.push(...(await processRows(all.slice(at, at + BATCH_ROWS))));
  return done;
}

export const lockRecordsInBatches = async (
  trx: Transaction,
  entity: Entity,
  ids: number[],
): Promise<Map<number, StoredRecord>> =>
  // a fixed order prevents deadlocks
  new Map(
    await mapInBatches(
      ids.toSorted((a, b) => a - b),
      async (batch) => [...(await lockRecords(trx, entity, batch))],
    ),
  );

/** Registers an effect to run once the chunk is committed. */
type AfterCommit = (effect: () => void) => void;

/** Work on rows, each of which may have to wait until others are done. */
interface Rounds<Row, State = never> {
  crud: CrudContext;
  task: Pick<ImportTask<State>, 'progress'>;
  /** How many rows are done already, and how many there are in all. */
  done: number;
  total: number;
  /** Reads the next open rows after this one; none at the end. */
  readNext(after: Row | undefined): Promise<Row[]>;
  /**
   * Processes rows and stores their results; returns how many are done, while the others wait for the next round. In the last round
   * no row may wait, as the round before made no progress.
   */
  processRows(trx: Transaction, rows: Row[], isLastRound: boolean, afterCommit: AfterCommit): Promise<number>;
  /** Stores that a row is refused. */
  refuseRow(trx: Transaction, row: Row, problem: Problem, afterCommit: AfterCommit): Promise<void>;
  /** How many chunks may run concurrently; 1 by default. */
  parallelChunks?: number;
  /** The task state from which a later run continues after these rows, where the rows themselves do not show it. */
  stateAfter?(rows: Row[]): State;
}

/**
 * Processes rows in chunks, in rounds until no row waits. Each chunk is one transaction that includes the task's progress, so a run
 * after a crash finds every row either untouched or done. A refused chunk is retried in halves until only the row at fault is refused.
 * Returns how many rows are done.
 */
export async function workInRounds<Row, State = never>(rounds: Rounds<Row, State>): Promise<number> {
  const { task, total } = rounds;
  let { done } = rounds;
  let isLastRound = false;

  const commitChunk = async (
    rows: Row[],
    processRows: (trx: Transaction, afterCommit: AfterCommit) => Promise<number>,
  ): Promise<number> => {
    let effects: (() => void)[] = [];
    const doneRows = await transactUpdatingReferrers(rounds.crud, NO_TIME_LIMIT, async (trx) => {
      effects = [];
      const count = await processRows(trx, (effect) => effects.push(effect));
      await task.progress(done + count, total, rounds.stateAfter?.(rows), trx);
      return count;
    });
    done += doneRows;
    for (const effect of effects) effect();
    return rows.length - doneRows;
  };
  /** Returns how many of the rows wait. */
  const processRows = async (rows: Row[]): Promise<number> => {
    await yieldToEventLoop();
    try {
      return await commitChunk(rows, (trx, afterCommit) => rounds.processRows(trx, rows, isLastRound, afterCommit));
    } catch (error) {
      const [row] = rows;
      if (!(error instanceof Problem) || row === undefined) throw error;
      if (rows.length === 1)
        return commitChunk(rows, (trx, afterCommit) => rounds.refuseRow(trx, row, error, afterCommit).then(() => 1));
      const half = Math.ceil(rows.length / 2);
      return (await processRows(rows.slice(0, half))) + (await processRows(rows.slice(half)));
    }
  };

  async function* readChunks(): AsyncGenerator<Row[]> {
    for (let rows = await rounds.readNext(undefined); rows.length > 0; ) {
      const nextRows = rounds.readNext(rows.at(-1));
      // a rejection is reported where the promise is awaited
      nextRows.catch(() => undefined);
      yield rows;
      rows = await nextRows;
    }
  }
  /** Works through all open rows once. Returns how many of them wait. */
  const runRound = async (): Promise<number> => {
    const chunks = readChunks();
    const worker = async () => {
      let waitingRows = 0;
      for await (const rows of chunks) waitingRows += await processRows(rows);
      return waitingRows;
    };
    const workers = Array.from({ length: rounds.parallelChunks ?? 1 }, worker);
    // the other workers finish their chunks before an error is thrown
    await Promise.allSettled(workers);
    return (await Promise.all(workers)).reduce((sum, waiting) => sum + waiting, 0);
  };

  for (let waitingRows = 1; waitingRows > 0; ) {
    const doneBefore = done;
    waitingRows = await runRound();
    isLastRound = done === doneBefore;
  }
  return done;
}
