import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { transactUpdatingReferrers } from '#crud/renames.ts';
import { lockRecords } from '#crud/rows.ts';
import type { Transaction } from '#database';
import { Problem } from '#http/problem.ts';
import { NO_TIME_LIMIT } from '#http/time-limits.ts';
import type { TaskContext } from '#tasks/kinds.ts';

// computing so many records at a time blocks other requests for less than 30 ms
export const BATCH_RECORDS = 100;

/** Works on many records in batches within the same transaction, so that other requests are served in between. */
export async function mapInBatches<T, R>(all: T[], processBatch: (batch: T[]) => Promise<R[]>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < all.length; at += BATCH_RECORDS)
    done.push(...(await processBatch(all.slice(at, at + BATCH_RECORDS))));
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

/** The transaction in which some items are processed together. */
export interface Chunk {
  trx: Transaction;
  /** The round before made no progress, so no item may wait any longer. */
  isLastRound: boolean;
  /** Registers an effect to run once the transaction is committed. */
  afterCommit(effect: () => void): void;
}

/** Where items are read from, and where refusals are stored. */
export interface ItemSource<I> {
  /** Reads the next open items after this one; none at the end. */
  next(after: I | undefined): Promise<I[]>;
  refuse(chunk: Chunk, item: I, problem: Problem): Promise<void>;
}

interface ItemsToProcess<I, State> {
  crud: CrudContext;
  task: Pick<TaskContext<unknown, State>, 'progress'>;
  source: ItemSource<I>;
  /** How many items are done already, and how many there are in all. */
  done: number;
  total: number;
  /** Processes items and stores their results. Returns how many are done; the others wait for the next round. */
  process(chunk: Chunk, items: I[]): Promise<number>;
  /** How many chunks may run concurrently; 1 by default. */
  parallelChunks?: number;
  /** The task state from which a later run continues after these items, where the items themselves do not show it. */
  stateAfter?(items: I[]): State;
}

/**
 * Processes items in chunks, in rounds until none waits. Each chunk is one transaction that includes the task's progress, so a run after
 * a crash finds every item either untouched or done. A refused chunk is retried in halves until only the item at fault is refused.
 * Returns how many items are done.
 */
export async function processItems<I, State = never>(work: ItemsToProcess<I, State>): Promise<number> {
  const { crud, task, source, total } = work;
  let { done } = work;
  let isLastRound = false;

  /** Returns how many of the items wait. */
  const commitChunk = async (items: I[], process: (chunk: Chunk) => Promise<number>): Promise<number> => {
    let effects: (() => void)[] = [];
    const doneItems = await transactUpdatingReferrers(crud, NO_TIME_LIMIT, async (trx) => {
      effects = [];
      const count = await process({ trx, isLastRound, afterCommit: (effect) => effects.push(effect) });
      await task.progress(done + count, total, work.stateAfter?.(items), trx);
      return count;
    });
    done += doneItems;
    for (const effect of effects) effect();
    return items.length - doneItems;
  };
  /** Returns how many of the items wait. */
  const processChunk = async (items: I[]): Promise<number> => {
    await yieldToEventLoop();
    try {
      return await commitChunk(items, (chunk) => work.process(chunk, items));
    } catch (error) {
      const [item] = items;
      if (!(error instanceof Problem) || item === undefined) throw error;
      if (items.length === 1) return commitChunk(items, (chunk) => source.refuse(chunk, item, error).then(() => 1));
      const half = Math.ceil(items.length / 2);
      return (await processChunk(items.slice(0, half))) + (await processChunk(items.slice(half)));
    }
  };

  async function* readChunks(): AsyncGenerator<I[]> {
    for (let items = await source.next(undefined); items.length > 0; ) {
      const nextItems = source.next(items.at(-1));
      // a rejection is reported where the promise is awaited
      nextItems.catch(() => undefined);
      yield items;
      items = await nextItems;
    }
  }
  /** Works through all open items once. Returns how many of them wait. */
  const runRound = async (): Promise<number> => {
    const chunks = readChunks();
    const worker = async () => {
      let waitingItems = 0;
      for await (const items of chunks) waitingItems += await processChunk(items);
      return waitingItems;
    };
    const workers = Array.from({ length: work.parallelChunks ?? 1 }, worker);
    // the other workers finish their chunks before an error is thrown
    await Promise.allSettled(workers);
    return (await Promise.all(workers)).reduce((sum, waiting) => sum + waiting, 0);
  };

  for (let waitingItems = 1; waitingItems > 0; ) {
    const doneBefore = done;
    waitingItems = await runRound();
    isLastRound = done === doneBefore;
  }
  return done;
}
