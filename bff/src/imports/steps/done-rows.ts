import type { Database } from '#database';
import type { Outcome } from './row-results.ts';

/** A row that has come to something. */
export interface DoneRow {
  n: number;
  outcome: Outcome;
  recordId: number;
  /** That was written: of the record, or of the proposal beside it. */
  version: number;
}

/** Rows that go to the database at once: of more, what is in hand would outlive the young generation, and of fewer, statements cost more. */
export const chunk = 250;

const rowsOf = (db: Database, importId: number, outcomes: Outcome[]) =>
  db('import_row')
    .where('import_id', importId)
    .whereIn('outcome', outcomes)
    .limit(chunk)
    .select({ n: 'n', outcome: 'outcome', recordId: 'record_id', version: 'version' });

/** Rows of these outcomes in the order of the file. */
export const rowsAfter = (db: Database, importId: number, outcomes: Outcome[], after = 0): Promise<DoneRow[]> =>
  rowsOf(db, importId, outcomes).where('n', '>', after).orderBy('n');

/** Rows of these outcomes, last ones first. */
export const rowsBefore = (db: Database, importId: number, outcomes: Outcome[], before?: number): Promise<DoneRow[]> =>
  rowsOf(db, importId, outcomes)
    .where('n', '<', before ?? 2 ** 32)
    .orderBy('n', 'desc');
