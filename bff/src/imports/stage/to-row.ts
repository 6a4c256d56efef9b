import type { Schemas } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import type { FileLine } from '../file-model.ts';
import type { FileCells, RowState, StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { labelOfKey } from '../values/candidate.ts';

/** A line of the file, and the number of a row in it. */
export interface RowPosition extends FileLine {
  n: number;
  indexInLine: number;
  /** The file's texts of corrected cells, by index. */
  fileCells?: FileCells | undefined;
}

const positionOf = ({ n, line, indexInLine, cells, fileCells }: RowPosition) => ({
  n,
  line,
  indexInLine,
  cells,
  ...(fileCells && { fileCells }),
});

// limits of the report; the row's cells are stored in full
const MAX_PROBLEMS = 20;
const MAX_TEXT_LENGTH = 100;

function shorten(problem: CellProblem): CellProblem {
  const { parameters } = problem;
  if (!parameters) return problem;
  const shortened = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value,
  ]);
  return { ...problem, parameters: Object.fromEntries(shortened) };
}

/** Creates the row of a line that cannot be parsed. */
export function refusedRow(position: RowPosition, problem: CellProblem): StoredRow {
  const noRecord = { outcome: null, code: null, recordId: null, version: null };
  return {
    ...positionOf(position),
    state: 'refused',
    ...noRecord,
    problems: [shorten(problem)],
    missingForApproval: [],
  };
}

/** Creates the row of an evaluated candidate. */
export function toRow(position: RowPosition, candidate: Candidate, state: RowState): StoredRow {
  const { identity, current } = candidate;
  return {
    ...positionOf(position),
    state,
    outcome: null,
    code: labelOfKey(identity) || null,
    recordId: current?.record.id ?? null,
    version: current?.record.version ?? null,
    problems: candidate.problems.slice(0, MAX_PROBLEMS).map(shorten),
    missingForApproval: state === 'refused' || state === 'unchanged' ? [] : candidate.missingForApproval,
  };
}

export type Counts = Required<Schemas['ImportCounts']>;

export const zeroCounts = (): Counts => ({
  new: 0,
  changed: 0,
  unchanged: 0,
  conflicting: 0,
  refused: 0,
  incomplete: 0,
  excluded: 0,
  corrected: 0,
});

/** Counts have two columns, as release 0.1 returns all of `counts`, but its contract has no `excluded` and `corrected`. */
export const toCountColumns = ({ excluded, corrected, ...counts }: Counts) => ({
  counts,
  edit_counts: { excluded, corrected },
});

/** Adds a row to the counts; `by` -1 removes it. */
export function addToCounts(counts: Counts, { state, missingForApproval, fileCells }: StoredRow, by = 1): void {
  counts[state] += by;
  if (state === 'new' && missingForApproval.length > 0) counts.incomplete += by;
  if (fileCells) counts.corrected += by;
}
