import type { ItemResult, Outcome } from '#change-sets/engine/item.ts';
import { type Database, fromJson, type Transaction } from '#database';
import { changeImport, type OutcomeCounts } from './stored-import.ts';
import type { StoredRow } from './stored-row.ts';

/** What became of a row. */
export type RowResult = ItemResult<Pick<StoredRow, 'n' | 'outcome'>>;

const RESULT_COLUMNS = `n INT UNSIGNED PATH '$.n', outcome VARCHAR(20) PATH '$.outcome', record_id INT UNSIGNED PATH '$.recordId',
  version INT UNSIGNED PATH '$.version', problems TEXT PATH '$.problems'`;

// STRAIGHT_JOIN reads rows by primary key, so the statement locks no other rows
const UPDATE_ROWS_SQL = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (${RESULT_COLUMNS})) AS given
  STRAIGHT_JOIN import_row ON import_row.import_id = ? AND import_row.n = given.n
  SET import_row.outcome = given.outcome, import_row.record_id = COALESCE(given.record_id, import_row.record_id),
    import_row.version = COALESCE(given.version, import_row.version), import_row.problems = COALESCE(given.problems, import_row.problems)`;

/** Stores the outcomes of rows and updates the import's counts. */
export async function writeResults(trx: Transaction, importId: number, results: RowResult[]): Promise<void> {
  if (results.length === 0) return;
  const { runs, others } = splitIntoRuns(results);
  for (const run of runs) await trx.raw(UPDATE_RUN_SQL, { importId, ...run });
  const rows = others.map(({ item: { n }, problems, ...result }) => ({
    ...result,
    n,
    ...(problems && { problems: JSON.stringify(problems) }),
  }));
  if (rows.length > 0) await trx.raw(UPDATE_ROWS_SQL, [JSON.stringify(rows), importId]);
  const row = await trx('import').where('id', importId).forUpdate().first('outcomes');
  await changeImport(trx, importId, {
    outcomes: addToOutcomes(fromJson<OutcomeCounts | null>(row.outcomes) ?? {}, results),
  });
}

/** Consecutive rows with the same outcome whose records have consecutive ids. */
interface Run {
  first: number;
  last: number;
  outcome: Outcome;
  version: number;
  /** The difference between a record's id and its row's number. */
  idOffset: number;
}

const UPDATE_RUN_SQL = `UPDATE import_row SET outcome = :outcome, record_id = n + :idOffset, version = :version
  WHERE import_id = :importId AND n BETWEEN :first AND :last`;

// shorter runs are updated like single rows
const MIN_RUN_ROWS = 10;

/** New records mostly form a single run, and updating a run is several times as fast as updating single rows. */
function splitIntoRuns(results: RowResult[]): { runs: Run[]; others: RowResult[] } {
  const runs: Run[] = [];
  for (const { item, outcome, recordId, version, problems } of results.toSorted((a, b) => a.item.n - b.item.n)) {
    if (recordId === undefined || version === undefined || problems) continue;
    const run = runs.at(-1);
    const { n } = item;
    const idOffset = recordId - n;
    const continuesRun =
      run?.last === n - 1 && run.outcome === outcome && run.version === version && run.idOffset === idOffset;
    if (continuesRun) run.last = n;
    else runs.push({ first: n, last: n, outcome, version, idOffset });
  }
  const longRuns = runs.filter(({ first, last }) => last - first + 1 >= MIN_RUN_ROWS);
  return {
    runs: longRuns,
    others: results.filter(({ item: { n } }) => !longRuns.some(({ first, last }) => n >= first && n <= last)),
  };
}

function addToOutcomes(outcomes: OutcomeCounts, results: RowResult[]): OutcomeCounts {
  const counts = new Map(Object.entries(outcomes));
  const add = (outcome: Outcome, by: number) => counts.set(outcome, (counts.get(outcome) ?? 0) + by);
  for (const { item, outcome } of results) {
    if (item.outcome) add(item.outcome, -1);
    add(outcome, 1);
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > 0));
}

/** Counts the rows with one of these outcomes. */
export const countOutcomes = (outcomes: OutcomeCounts, ...countedOutcomes: Outcome[]): number =>
  countedOutcomes.reduce((sum, outcome) => sum + (outcomes[outcome] ?? 0), 0);

/** A row that an import has already processed, with its outcome. */
export interface ProcessedRow {
  n: number;
  outcome: Outcome;
  recordId: number;
  /** The version that was written, of the record or of its proposal. */
  version: number;
}

/** Larger chunks would outlive the young generation of the heap; smaller ones would need more statements. */
export const CHUNK_ROWS = 250;

const queryRowsWithOutcome = (db: Database, importId: number, outcomes: Outcome[], limit = CHUNK_ROWS) =>
  db('import_row')
    .where('import_id', importId)
    .whereIn('outcome', outcomes)
    .limit(limit)
    .select({ n: 'n', outcome: 'outcome', recordId: 'record_id', version: 'version' });

/** Reads rows with these outcomes in the order of the file. */
export const readRowsAfter = (
  db: Database,
  importId: number,
  outcomes: Outcome[],
  { after, limit }: { after: number; limit: number },
): Promise<ProcessedRow[]> => queryRowsWithOutcome(db, importId, outcomes, limit).where('n', '>', after).orderBy('n');

/** Reads rows with these outcomes, the last ones first. */
export const readRowsBefore = (
  db: Database,
  importId: number,
  outcomes: Outcome[],
  before?: number,
): Promise<ProcessedRow[]> =>
  queryRowsWithOutcome(db, importId, outcomes)
    .where('n', '<', before ?? 2 ** 32)
    .orderBy('n', 'desc');
