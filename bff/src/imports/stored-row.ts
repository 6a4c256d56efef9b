import type { Knex } from 'knex';
import { type Database, fromJson, insertAll, type Transaction } from '#database';
import type { Rule, Schemas } from '#http/contract.ts';
import type { CellProblem } from './columns/parse-raw-record.ts';

export type RowState = Schemas['ImportRowState'];
export type RowOutcome = Schemas['ImportRowOutcome'];

/** The file's text of a cell that somebody has corrected. */
export interface FileCell {
  text: string;
  /** The rule that the reader of the file reported, if the text itself does not show it. */
  rule?: Rule;
  /** Set if the line has no such cell; the name is that in the stored JSON. */
  missing?: true;
}

export type FileCells = Record<number, FileCell>;

/** A row of the report: one record of the file. */
export interface StoredRow {
  /** Its number in the report, from 1. */
  n: number;
  line: number;
  /** The 0-based position among the records of its line. */
  indexInLine: number;
  state: RowState;
  outcome: RowOutcome | null;
  /** The values of the key fields, joined by spaces; for most entities the code. */
  code: string | null;
  recordId: number | null;
  /** The record's version at staging; once the row is applied, the version that was written, of the record or of its proposal. */
  version: number | null;
  /** All cells of its line, including corrections. */
  cells: string[];
  /** The file's texts of corrected cells, by index. */
  fileCells?: FileCells | undefined;
  problems: CellProblem[];
  /** Pointers of missing fields that approval requires, stored in the column `missing`. */
  missingForApproval: string[];
}

type Row = Record<string, unknown>;

const parseList = <T>(value: unknown): T[] => fromJson<T[] | null>(value) ?? [];

const toStoredRow = (row: Row): StoredRow =>
  // the cast: all of these columns are written by this module
  ({
    n: row.n,
    line: row.line,
    indexInLine: row.nth,
    state: row.state,
    outcome: row.outcome || null,
    code: row.code,
    recordId: row.record_id || null,
    version: row.version || null,
    cells: parseList(row.line_cells),
    problems: parseList(row.problems),
    missingForApproval: parseList(row.missing),
    ...(row.line_file_cells !== null && { fileCells: fromJson(row.line_file_cells) }),
  }) as StoredRow;

/** Queries the rows of an import. */
export const queryImportRows = (db: Database, importId: number): Knex.QueryBuilder =>
  db('import_row').where('import_row.import_id', importId);

/** Limits rows to those that are still to be applied. */
export const filterUnappliedRows = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
  rows.whereIn('import_row.state', ['new', 'changed']).where('import_row.outcome', '');

// without the cells, which the first row of the line provides
const ROW_COLUMNS = ['n', 'line', 'nth', 'state', 'outcome', 'code', 'record_id', 'version', 'problems', 'missing'].map(
  (name) => `import_row.${name}`,
);

/** Queries rows joined with the first row of their line, which stores the cells. */
export const queryRowsWithCells = (db: Database, importId: number): Knex.QueryBuilder =>
  queryImportRows(db, importId).join({ first_row_of_line: 'import_row' }, (on) =>
    on
      .on('first_row_of_line.import_id', 'import_row.import_id')
      .andOn('first_row_of_line.n', db.raw('import_row.n - import_row.nth')),
  );

/** Reads rows in order, with the cells that the first row of each line stores. */
export async function readRows(
  db: Database,
  importId: number,
  { after = 0, limit, filter }: { after?: number; limit: number; filter?: (rows: Knex.QueryBuilder) => unknown },
): Promise<StoredRow[]> {
  const rows = queryRowsWithCells(db, importId)
    .where('import_row.n', '>', after)
    .orderBy('import_row.n')
    .limit(limit)
    .select(...ROW_COLUMNS, {
      line_cells: 'first_row_of_line.cells',
      line_file_cells: 'first_row_of_line.file_cells',
    });
  filter?.(rows);
  return (await rows).map(toStoredRow);
}

/** Yields all rows in order, in batches that are read on demand. */
export async function* readAllRows(
  db: Database,
  importId: number,
  { batchSize = 500, filter }: { batchSize?: number; filter?: (rows: Knex.QueryBuilder) => unknown } = {},
): AsyncGenerator<StoredRow[]> {
  for (let after = 0, size = batchSize; size === batchSize; ) {
    const rows = await readRows(db, importId, { after, limit: batchSize, ...(filter && { filter }) });
    if (rows.length > 0) yield rows;
    [after, size] = [rows.at(-1)?.n ?? after, rows.length];
  }
}

/** Serialises a list for its column; an empty list becomes NULL. */
export const listColumn = (values: unknown[]): string | null => (values.length > 0 ? JSON.stringify(values) : null);

// the size of the column `code`
const MAX_CODE_LENGTH = 120;

const toRowColumns = (importId: number, row: StoredRow) => ({
  import_id: importId,
  n: row.n,
  line: row.line,
  nth: row.indexInLine,
  state: row.state,
  outcome: row.outcome ?? '',
  code: row.code?.slice(0, MAX_CODE_LENGTH) ?? null,
  record_id: row.recordId ?? 0,
  version: row.version ?? 0,
  cells: row.indexInLine === 0 ? JSON.stringify(row.cells) : null,
  problems: listColumn(row.problems),
  missing: listColumn(row.missingForApproval),
});

export const insertRows = (trx: Transaction, importId: number, rows: StoredRow[]): Promise<void> =>
  insertAll(
    trx,
    'import_row',
    rows.map((row) => toRowColumns(importId, row)),
  );

/** Removes rows in batches until none is left or `isLate`; `betweenBatches` can stop it by throwing. */
export async function deleteRows(
  db: Database,
  importId: number,
  betweenBatches = async () => {},
  isLate = () => false,
): Promise<void> {
  for (let removed = 1; removed > 0 && !isLate(); await betweenBatches())
    removed = await db('import_row').where('import_id', importId).orderBy('n').limit(5000).delete();
}
