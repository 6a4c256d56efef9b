import { type Database, fromJson, type Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { FieldProblem, Problem } from '#http/problem.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { changeImport, type Outcomes } from '../stored-import.ts';

export type Outcome = Schemas['ImportRowOutcome'];

/** What became of a record, or of what would have become one. */
export interface RecordOutcome {
  outcome: Outcome;
  recordId?: number;
  /** That was written: of the record, or of the proposal beside it. */
  version?: number;
  problems?: CellProblem[];
}

/** What became of a row, and what had become of it before. */
export interface RowResult extends RecordOutcome {
  n: number;
  previousOutcome: Outcome | null;
}

const RESULT_COLUMNS = `n INT UNSIGNED PATH '$.n', outcome VARCHAR(20) PATH '$.outcome', record_id INT UNSIGNED PATH '$.recordId',
  version INT UNSIGNED PATH '$.version', problems TEXT PATH '$.problems'`;

// from the list to the rows, by their key: no row of others is waited for
const UPDATE_ROWS_SQL = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (${RESULT_COLUMNS})) AS given
  STRAIGHT_JOIN import_row ON import_row.import_id = ? AND import_row.n = given.n
  SET import_row.outcome = given.outcome, import_row.record_id = COALESCE(given.record_id, import_row.record_id),
    import_row.version = COALESCE(given.version, import_row.version), import_row.problems = COALESCE(given.problems, import_row.problems)`;

/** Writes down what became of rows, and how many there are of each outcome. */
export async function writeResults(trx: Transaction, importId: number, results: RowResult[]): Promise<void> {
  if (results.length === 0) return;
  const { runs, others } = splitIntoRuns(results);
  for (const run of runs) await trx.raw(UPDATE_RUN_SQL, { importId, ...run });
  const items = others.map(({ problems, ...result }) => ({
    ...result,
    ...(problems && { problems: JSON.stringify(problems) }),
  }));
  if (items.length > 0) await trx.raw(UPDATE_ROWS_SQL, [JSON.stringify(items), importId]);
  const row = await trx('import').where('id', importId).forUpdate().first('outcomes');
  await changeImport(trx, importId, { outcomes: addResults(fromJson<Outcomes | null>(row.outcomes) ?? {}, results) });
}

/** Rows one after another that became alike records, one after another. */
interface Run {
  first: number;
  last: number;
  outcome: Outcome;
  version: number;
  /** From a row's number to its record's id. */
  shift: number;
}

const UPDATE_RUN_SQL = `UPDATE import_row SET outcome = :outcome, record_id = n + :shift, version = :version
  WHERE import_id = :importId AND n BETWEEN :first AND :last`;

// shorter runs go with the others
const MIN_RUN_ROWS = 10;

/** New records mostly are as one run: told as such, they are written down several times as fast. */
function splitIntoRuns(results: RowResult[]): { runs: Run[]; others: RowResult[] } {
  const runs: Run[] = [];
  for (const { n, outcome, recordId, version, problems } of results.toSorted((a, b) => a.n - b.n)) {
    if (recordId === undefined || version === undefined || problems) continue;
    const run = runs.at(-1);
    const shift = recordId - n;
    const continuesRun =
      run?.last === n - 1 && run.outcome === outcome && run.version === version && run.shift === shift;
    if (continuesRun) run.last = n;
    else runs.push({ first: n, last: n, outcome, version, shift });
  }
  const longRuns = runs.filter(({ first, last }) => last - first + 1 >= MIN_RUN_ROWS);
  return {
    runs: longRuns,
    others: results.filter(({ n }) => !longRuns.some(({ first, last }) => n >= first && n <= last)),
  };
}

function addResults(outcomes: Outcomes, results: RowResult[]): Outcomes {
  const counts = new Map(Object.entries(outcomes));
  const add = (outcome: Outcome, by: number) => counts.set(outcome, (counts.get(outcome) ?? 0) + by);
  for (const { previousOutcome, outcome } of results) {
    if (previousOutcome) add(previousOutcome, -1);
    add(outcome, 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

/** How many rows came to one of these. */
export const countOutcomes = (outcomes: Outcomes, ...addResults: Outcome[]): number =>
  addResults.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

/** A problem of a field, for which no cell is known to be to blame. */
export const toCellProblem = ({ pointer, rule, parameters }: FieldProblem): CellProblem => ({
  ...{ column: undefined, pointer, rule },
  ...(parameters && { parameters }),
});

const WHOLE_ROW_RULES = new Set(['duplicateCode', 'duplicateRecord', 'proposalOpen', 'changedSince'] as const);
type WholeRowRule = typeof WHOLE_ROW_RULES extends Set<infer R> ? R : never;

/** A refusal of a record as problems of its row. */
export function problemsOf({ key, details }: Problem): CellProblem[] {
  const { fields = [], parameters } = details;
  if (fields.length > 0) return fields.map(toCellProblem);
  // what else refuses a write is that somebody was at the record meanwhile
  const rule: WholeRowRule = WHOLE_ROW_RULES.has(key as WholeRowRule) ? (key as WholeRowRule) : 'changedSince';
  return [{ column: undefined, pointer: undefined, rule, ...(parameters && { parameters }) }];
}

/** A row that has come to something. */
export interface DoneRow {
  n: number;
  outcome: Outcome;
  recordId: number;
  /** That was written: of the record, or of the proposal beside it. */
  version: number;
}

/** Rows that go to the database at once: of more, what is in hand would outlive the young generation, and of fewer, statements cost more. */
export const CHUNK_ROWS = 250;

const queryRows = (db: Database, importId: number, outcomes: Outcome[]) =>
  db('import_row')
    .where('import_id', importId)
    .whereIn('outcome', outcomes)
    .limit(CHUNK_ROWS)
    .select({ n: 'n', outcome: 'outcome', recordId: 'record_id', version: 'version' });

/** Rows of these outcomes in the order of the file. */
export const readRowsAfter = (db: Database, importId: number, outcomes: Outcome[], after = 0): Promise<DoneRow[]> =>
  queryRows(db, importId, outcomes).where('n', '>', after).orderBy('n');

/** Rows of these outcomes, last ones first. */
export const readRowsBefore = (
  db: Database,
  importId: number,
  outcomes: Outcome[],
  before?: number,
): Promise<DoneRow[]> =>
  queryRows(db, importId, outcomes)
    .where('n', '<', before ?? 2 ** 32)
    .orderBy('n', 'desc');
