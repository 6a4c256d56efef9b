import { transact } from '#database';
import type { TaskContext } from '#tasks/kinds.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { insertRows, type StoredRow } from '../stored-row.ts';
import type { Draft, Line } from '../types.ts';
import type { Candidate } from '../values/candidate.ts';
import { candidatesOf } from '../values/candidates.ts';
import type { Drafting } from '../values/drafting.ts';
import { classify, type StagingContext } from './classify.ts';
import { createFileKeys, type PrimaryLineOf } from './repeated-keys.ts';
import { type Counts, count, noCounts, type Place, refusedRow, toRow } from './to-row.ts';
import { noteWaiting, nothingWaiting, type Waiting } from './waiting.ts';

export interface StagingWork {
  task: Pick<TaskContext, 'db' | 'progress'>;
  importId: number;
  staging: StagingContext;
  drafting: Drafting;
  primaryLineOf: PrimaryLineOf | undefined;
}

/** What has been found of a file. */
export interface Report {
  rows: number;
  counts: Counts;
  waiting: Waiting;
  /** Of `createFileKeys`. */
  repeated: ReadonlyMap<number, number>;
  /** Of the stored file. */
  bytesRead: number;
}

interface Item {
  place: Place;
  /** Undefined where `problem` says why the line holds no record. */
  draft: Draft | undefined;
  problem: CellProblem | undefined;
}

/** Rows that are held against the database, and written, at once: fewer where they are long. */
const CHUNK_ROWS = 250;
const CHUNK_CHARACTERS = 2 ** 20;

/** Takes the lines of a file and writes its report, chunk by chunk; `width` is how many cells a line has to have. */
export function createStager({ task, importId, staging, drafting, primaryLineOf }: StagingWork, width: number) {
  const { db, progress } = task;
  const keys = createFileKeys(staging.reading.entity.keyFields.at(-1) ?? '', staging.unique, primaryLineOf);
  const report: Report = {
    ...{ rows: 0, bytesRead: 0, counts: noCounts(), waiting: nothingWaiting() },
    repeated: keys.repeated,
  };
  let items: Item[] = [];
  let characters = 0;
  /** The chunk that was begun last, and what is being written: the database writes one chunk while the next is read. */
  let settled = Promise.resolve();
  let writing = Promise.resolve();

  const itemsOf = (line: Line): Item[] => {
    const problem = problemOf(line, width);
    const drafts = problem ? [undefined] : drafting(line);
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
  const work = async (chunkOf: Item[], bytesRead: number) => {
    const before = settled;
    settled = settle(chunkOf, before, bytesRead);
    // whoever waits for it next is told
    settled.catch(() => undefined);
    await before;
  };

  const settle = async (chunkOf: Item[], before: Promise<void>, bytesRead: number) => {
    const read = chunkOf.flatMap(({ place, draft }) => (draft ? [{ place, draft }] : []));
    const drafts = read.map(({ draft }) => draft);
    const [candidates] = await Promise.all([candidatesOf(db, staging.reading, drafts), before]);
    const rows = await rowsOf(chunkOf, read, candidates);
    for (const row of rows) count(report.counts, row);
    await writing;
    writing = write(rows, bytesRead);
    writing.catch(() => undefined);
    report.bytesRead = bytesRead;
  };

  /** In the order of the file: a row is held against those before it. */
  const rowsOf = async (chunkOf: Item[], read: { place: Place }[], candidates: Candidate[]): Promise<StoredRow[]> => {
    for (const [at, { place }] of read.entries()) {
      const candidate = candidates[at];
      if (candidate) keys.tell(candidate, place);
    }
    const states = await classify(db, staging, candidates);
    const rows = new Map<Place, StoredRow>();
    for (const [at, { place }] of read.entries()) {
      const [candidate, state] = [candidates[at], states[at]];
      if (!candidate || !state) continue;
      const row = toRow(place, candidate, state);
      rows.set(place, row);
      noteWaiting(report.waiting, staging.reading.entity, row, candidate);
    }
    return chunkOf.flatMap(({ place, problem }) => rows.get(place) ?? (problem ? refusedRow(place, problem) : []));
  };

  return {
    async take(lines: Line[], bytesRead: number): Promise<void> {
      for (const line of lines) {
        items.push(...itemsOf(line));
        for (const cell of line.cells) characters += cell.length;
        if (items.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
        await work(items, bytesRead);
        items = [];
        characters = 0;
      }
    },
    async end(bytesRead: number): Promise<Report> {
      if (items.length > 0) await work(items, bytesRead);
      await settled;
      await writing;
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
