import { transact } from '#database';
import type { TaskContext } from '#tasks/kinds.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Draft, Line } from '../file-model.ts';
import { insertRows, type StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { buildCandidates } from '../values/candidates.ts';
import type { DraftReader } from '../values/draft-reader.ts';
import { classify, type StagingContext } from './classify.ts';
import { createFileKeys, type PrimaryLineOf } from './repeated-keys.ts';
import { addToCounts, type Counts, type RowPosition, refusedRow, toRow, zeroCounts } from './to-row.ts';
import { addWaiting, noWaitingRows, type WaitingState } from './waiting-rows.ts';

export interface StagingWork {
  task: Pick<TaskContext, 'db' | 'progress'>;
  importId: number;
  staging: StagingContext;
  readDrafts: DraftReader;
  primaryLineOf: PrimaryLineOf | undefined;
}

/** What has been found of a file. */
export interface Report {
  rows: number;
  counts: Counts;
  waiting: WaitingState;
  /** Of `createFileKeys`. */
  repeated: ReadonlyMap<number, number>;
  /** Of the stored file. */
  bytesRead: number;
}

interface Item {
  place: RowPosition;
  /** Undefined where `problem` says why the line holds no record. */
  draft: Draft | undefined;
  problem: CellProblem | undefined;
}

/** Rows that are held against the database, and written, at once: fewer where they are long. */
const CHUNK_ROWS = 250;
const CHUNK_CHARACTERS = 2 ** 20;

/** Takes the lines of a file and writes its report, chunk by chunk; `width` is how many cells a line has to have. */
export function createStager({ task, importId, staging, readDrafts, primaryLineOf }: StagingWork, width: number) {
  const { db, progress } = task;
  const keys = createFileKeys(staging.context.entity.keyFields.at(-1) ?? '', staging.uniqueFields, primaryLineOf);
  const report: Report = {
    ...{ rows: 0, bytesRead: 0, counts: zeroCounts(), waiting: noWaitingRows() },
    repeated: keys.repeated,
  };
  let waitingItems: Item[] = [];
  let characters = 0;
  /** The chunk that was begun last, and what is being written: the database writes one chunk while the next is read. */
  let lastChunk = Promise.resolve();
  let lastWrite = Promise.resolve();

  const itemsOf = (line: Line): Item[] => {
    const problem = problemOf(line, width);
    const drafts = problem ? [undefined] : readDrafts(line);
    return drafts.map((draft, nth) => ({
      place: { line: line.line, cells: line.cells, nth, n: ++report.rows },
      draft,
      problem,
    }));
  };

  const write = (rows: StoredRow[], bytesRead: number) =>
    transact(db, async (trx) => {
      await insertRows(trx, importId, rows);
      await progress(bytesRead, undefined, undefined, trx);
    });

  /** Begins with a chunk, and answers once the one before it is done with: two are under way together. */
  const startChunk = async (chunkOf: Item[], bytesRead: number) => {
    const before = lastChunk;
    lastChunk = judgeChunk(chunkOf, before, bytesRead);
    // whoever waits for it next is told
    lastChunk.catch(() => undefined);
    await before;
  };

  const judgeChunk = async (chunkOf: Item[], before: Promise<void>, bytesRead: number) => {
    const read = chunkOf.flatMap(({ place, draft }) => (draft ? [{ place, draft }] : []));
    const drafts = read.map(({ draft }) => draft);
    const [candidates] = await Promise.all([buildCandidates(db, staging.context, drafts), before]);
    const rows = await rowsOf(chunkOf, read, candidates);
    for (const row of rows) addToCounts(report.counts, row);
    await lastWrite;
    lastWrite = write(rows, bytesRead);
    lastWrite.catch(() => undefined);
    report.bytesRead = bytesRead;
  };

  /** In the order of the file: a row is held against those before it. */
  const rowsOf = async (
    chunkOf: Item[],
    read: { place: RowPosition }[],
    candidates: Candidate[],
  ): Promise<StoredRow[]> => {
    for (const [at, { place }] of read.entries()) {
      const candidate = candidates[at];
      if (candidate) keys.tell(candidate, place);
    }
    const states = await classify(db, staging, candidates);
    const rows = new Map<RowPosition, StoredRow>();
    for (const [at, { place }] of read.entries()) {
      const [candidate, state] = [candidates[at], states[at]];
      if (!candidate || !state) continue;
      const row = toRow(place, candidate, state);
      rows.set(place, row);
      addWaiting(report.waiting, staging.context.entity, row, candidate);
    }
    return chunkOf.flatMap(({ place, problem }) => rows.get(place) ?? (problem ? refusedRow(place, problem) : []));
  };

  return {
    async take(lines: Line[], bytesRead: number): Promise<void> {
      for (const line of lines) {
        waitingItems.push(...itemsOf(line));
        for (const cell of line.cells) characters += cell.length;
        if (waitingItems.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
        await startChunk(waitingItems, bytesRead);
        waitingItems = [];
        characters = 0;
      }
    },
    async end(bytesRead: number): Promise<Report> {
      if (waitingItems.length > 0) await startChunk(waitingItems, bytesRead);
      await lastChunk;
      await lastWrite;
      return report;
    },
  };
}

/** Why no record can be made of a line at all. */
function problemOf({ cells, brokenCell }: Line, width: number): CellProblem | undefined {
  const problem = problemOfWidth(cells, width);
  if (problem) return problem;
  return brokenCell === undefined ? undefined : { column: brokenCell, pointer: undefined, rule: 'brokenText' };
}

export const problemOfWidth = (cells: string[], width: number): CellProblem | undefined =>
  cells.length === width
    ? undefined
    : {
        ...{ column: undefined, pointer: undefined, rule: 'cellCount' },
        parameters: { limit: width, count: cells.length },
      };
