import type { Schemas } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { Line } from '../file-model.ts';
import type { RowState, StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { labelOfKey } from '../values/candidate.ts';

/** Where a row stands. */
export interface RowPosition extends Line {
  n: number;
  nth: number;
}

// what is told of a row, not what it holds
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

/** A line of which no record can be made. */
export function refusedRow({ n, line, nth, cells }: RowPosition, problem: CellProblem): StoredRow {
  const noRecord = { outcome: null, code: null, recordId: null, version: null };
  return { n, line, nth, cells, state: 'refused', ...noRecord, problems: [shorten(problem)], missing: [] };
}

export function toRow({ n, line, nth, cells }: RowPosition, candidate: Candidate, state: RowState): StoredRow {
  const { identity, current } = candidate;
  return {
    n,
    line,
    nth,
    state,
    outcome: null,
    code: labelOfKey(identity) || null,
    recordId: current?.record.id ?? null,
    version: current?.record.version ?? null,
    cells,
    problems: candidate.problems.slice(0, MAX_PROBLEMS).map(shorten),
    missing: state === 'refused' || state === 'unchanged' ? [] : candidate.missing,
  };
}

export type Counts = Required<Schemas['ImportCounts']>;

export const zeroCounts = (): Counts => ({
  ...{ new: 0, changed: 0, unchanged: 0, conflicting: 0, refused: 0, incomplete: 0 },
  ...{ excluded: 0, corrected: 0 },
});

/** As they are stored. Release 0.1 would answer members that its contract does not have, so they are there only where they count. */
export const toStoredCounts = ({ excluded, corrected, ...counts }: Counts): Schemas['ImportCounts'] => ({
  ...counts,
  ...(excluded > 0 && { excluded }),
  ...(corrected > 0 && { corrected }),
});

/** Counts a row; by -1 one that is not what it was. */
export function addToCounts(counts: Counts, { state, missing, fileCells }: StoredRow, by = 1): void {
  counts[state] += by;
  if (state === 'new' && missing.length > 0) counts.incomplete += by;
  if (fileCells) counts.corrected += by;
}
