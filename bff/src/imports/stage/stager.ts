import { transact } from '#database';
import type { TaskContext } from '#tasks/kinds.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import type { FileLine, RawRecord } from '../file-model.ts';
import { insertRows, type StoredRow } from '../stored-row.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import type { Candidate } from '../values/candidate.ts';
import type { RawRecordReader } from '../values/raw-record-reader.ts';
import { classify, type StagingContext } from './classify.ts';
import {
  type AwaitedReferences,
  addAwaitedReferences,
  createAwaitedReferences,
  createFileKeys,
  type PreferredLineOf,
} from './file-index.ts';
import { addToCounts, type Counts, type RowPosition, refusedRow, toRow, zeroCounts } from './to-row.ts';

/** Everything that staging a file needs. */
export interface StagingWork {
  task: Pick<TaskContext, 'db' | 'progress'>;
  importId: number;
  staging: StagingContext;
  readRawRecords: RawRecordReader;
  preferredLineOf: PreferredLineOf | undefined;
}

/** The findings about a file. */
export interface Report {
  rows: number;
  counts: Counts;
  /** References to records that other rows of the file may create; filled only for an entity that refers to itself. */
  awaitedReferences: AwaitedReferences;
  /** For each row whose key occurs again, by the row's number: the first line that repeats the key. */
  firstRepeatLineByRow: ReadonlyMap<number, number>;
  /** Bytes of the stored file. */
  bytesRead: number;
}

interface StagedItem {
  position: RowPosition;
  /** Undefined if the line contains no record, for the reason in `problem`. */
  rawRecord: RawRecord | undefined;
  problem: CellProblem | undefined;
}

/** The size of chunks in which rows are evaluated and written; chunks of long rows are smaller. */
const CHUNK_ROWS = 250;
const CHUNK_CHARACTERS = 2 ** 20;

/** Creates a stager that writes the report on a file's lines chunk by chunk. Each line must have `width` cells. */
export function createStager({ task, importId, staging, readRawRecords, preferredLineOf }: StagingWork, width: number) {
  const { db, progress } = task;
  const keys = createFileKeys(staging.context.entity.keyFields.at(-1) ?? '', staging.uniqueFields, preferredLineOf);
  const report: Report = {
    rows: 0,
    bytesRead: 0,
    counts: zeroCounts(),
    awaitedReferences: createAwaitedReferences(),
    firstRepeatLineByRow: keys.firstRepeatLineByRow,
  };
  let pendingItems: StagedItem[] = [];
  let characters = 0;
  /** The last started chunk and the last write: the database writes one chunk while the next one is evaluated. */
  let lastChunk = Promise.resolve();
  let lastWrite = Promise.resolve();

  const toItems = (line: FileLine): StagedItem[] => {
    const problem = lineProblem(line, width);
    const rawRecords = problem ? [undefined] : readRawRecords(line);
    return rawRecords.map((rawRecord, indexInLine) => ({
      position: { line: line.line, cells: line.cells, indexInLine, n: ++report.rows },
      rawRecord,
      problem,
    }));
  };

  const writeRows = (rows: StoredRow[], bytesRead: number) =>
    transact(db, async (trx) => {
      await insertRows(trx, importId, rows);
      await progress(bytesRead, undefined, undefined, trx);
    });

  /** Starts a chunk and waits for the previous one, so that at most two are in progress. */
  const startChunk = async (items: StagedItem[], bytesRead: number) => {
    const previousChunk = lastChunk;
    lastChunk = evaluateChunk(items, previousChunk, bytesRead);
    // a rejection is reported where the promise is awaited next
    lastChunk.catch(() => undefined);
    await previousChunk;
  };

  const evaluateChunk = async (items: StagedItem[], previousChunk: Promise<void>, bytesRead: number) => {
    const readable = items.flatMap(({ position, rawRecord }) => (rawRecord ? [{ position, rawRecord }] : []));
    const rawRecords = readable.map(({ rawRecord }) => rawRecord);
    const [candidates] = await Promise.all([buildCandidates(db, staging.context, rawRecords), previousChunk]);
    const rows = await toRows(items, readable, candidates);
    for (const row of rows) addToCounts(report.counts, row);
    await lastWrite;
    lastWrite = writeRows(rows, bytesRead);
    lastWrite.catch(() => undefined);
    report.bytesRead = bytesRead;
  };

  /** Evaluates rows in the order of the file, as each is compared with those before it. */
  const toRows = async (
    items: StagedItem[],
    readable: { position: RowPosition }[],
    candidates: Candidate[],
  ): Promise<StoredRow[]> => {
    for (const [at, { position }] of readable.entries()) {
      const candidate = candidates[at];
      if (candidate) keys.add(candidate, position);
    }
    const states = await classify(db, staging, candidates);
    const rows = new Map<RowPosition, StoredRow>();
    for (const [at, { position }] of readable.entries()) {
      const [candidate, state] = [candidates[at], states[at]];
      if (!candidate || !state) continue;
      const row = toRow(position, candidate, state);
      rows.set(position, row);
      addAwaitedReferences(report.awaitedReferences, staging.context.entity, row, candidate);
    }
    return items.flatMap(
      ({ position, problem }) => rows.get(position) ?? (problem ? refusedRow(position, problem) : []),
    );
  };

  return {
    async take(lines: FileLine[], bytesRead: number): Promise<void> {
      for (const line of lines) {
        pendingItems.push(...toItems(line));
        for (const cell of line.cells) characters += cell.length;
        if (pendingItems.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
        await startChunk(pendingItems, bytesRead);
        pendingItems = [];
        characters = 0;
      }
    },
    async end(bytesRead: number): Promise<Report> {
      if (pendingItems.length > 0) await startChunk(pendingItems, bytesRead);
      await lastChunk;
      await lastWrite;
      return report;
    },
  };
}

/** Returns the problem that keeps a line from being parsed, if any. */
function lineProblem({ cells, undecodableCell }: FileLine, width: number): CellProblem | undefined {
  const problem = problemOfWidth(cells, width);
  if (problem) return problem;
  return undecodableCell === undefined
    ? undefined
    : { column: undecodableCell, pointer: undefined, rule: 'brokenText' };
}

export const problemOfWidth = (cells: string[], width: number): CellProblem | undefined =>
  cells.length === width
    ? undefined
    : {
        column: undefined,
        pointer: undefined,
        rule: 'cellCount',
        parameters: { limit: width, count: cells.length },
      };
