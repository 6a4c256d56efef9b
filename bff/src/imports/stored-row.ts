import type { Knex } from 'knex';
import { type Database, fromJson, insertAll, type Transaction } from '#database';
import type { Rule, Schemas } from '#http/contract.ts';
import type { CellProblem } from './columns/parse-draft.ts';

export type RowState = Schemas['ImportRowState'];
export type RowOutcome = Schemas['ImportRowOutcome'];

/** A cell of the file under a correction. */
export interface FileCell {
  text: string;
  /** What its reader found of it and its text does not tell, such as that it is a number. */
  rule?: Rule;
  /** Its line ends before it. */
  missing?: true;
}

export type FileCells = Record<number, FileCell>;

/** A row of the report, which stands for one record. */
export interface StoredRow {
  /** From 1. */
  n: number;
  line: number;
  /** Which record of its line it is, from 0. */
  nth: number;
  state: RowState;
  outcome: RowOutcome | null;
  code: string | null;
  recordId: number | null;
  /** Of the record when it was staged, then the one that was written. */
  version: number | null;
  /** All those of its line, as they are to be taken. */
  cells: string[];
  /** What the file has in those that somebody has corrected, by index. */
  fileCells?: FileCells | undefined;
  problems: CellProblem[];
  /** Pointers of what approval will ask for. */
  missing: string[];
}

type Row = Record<string, unknown>;

const parseList = <T>(value: unknown): T[] => fromJson<T[] | null>(value) ?? [];

const toStoredRow = (row: Row): StoredRow =>
  // each column holds what this room has written there
  ({
    ...{ n: row.n, line: row.line, nth: row.nth, state: row.state, outcome: row.outcome || null, code: row.code },
    ...{ recordId: row.record_id || null, version: row.version || null, cells: parseList(row.line_cells) },
    ...{ problems: parseList(row.problems), missing: parseList(row.missing) },
    ...(row.line_file_cells !== null && { fileCells: fromJson(row.line_file_cells) }),
  }) as StoredRow;

/** A query for rows of an import. */
export const rowsOf = (db: Database, importId: number): Knex.QueryBuilder =>
  db('import_row').where('import_row.import_id', importId);

// all but the cells, which would come twice
const ROW_COLUMNS = ['n', 'line', 'nth', 'state', 'outcome', 'code', 'record_id', 'version', 'problems', 'missing'].map(
  (name) => `import_row.${name}`,
);

/** A query for rows, each beside the first one of its line, which holds the cells of the line. */
export const rowsWithCells = (db: Database, importId: number): Knex.QueryBuilder =>
  rowsOf(db, importId).join({ first: 'import_row' }, (on) =>
    on.on('first.import_id', 'import_row.import_id').andOn('first.n', db.raw('import_row.n - import_row.nth')),
  );

/** Rows in their order, each with the cells that the first one of its line keeps. */
export async function readRows(
  db: Database,
  importId: number,
  { after = 0, limit, filter }: { after?: number; limit: number; filter?: (rows: Knex.QueryBuilder) => unknown },
): Promise<StoredRow[]> {
  const rows = rowsWithCells(db, importId)
    .where('import_row.n', '>', after)
    .orderBy('import_row.n')
    .limit(limit)
    .select(...ROW_COLUMNS, {
      line_cells: 'first.cells',
      line_file_cells: 'first.file_cells',
    });
  filter?.(rows);
  return (await rows).map(toStoredRow);
}

/** All rows in their order, in batches, each read when the one before was taken. */
export async function* readAllRows(
  db: Database,
  importId: number,
  { batch = 500, filter }: { batch?: number; filter?: (rows: Knex.QueryBuilder) => unknown } = {},
): AsyncGenerator<StoredRow[]> {
  for (let after = 0, size = batch; size === batch; ) {
    const rows = await readRows(db, importId, { after, limit: batch, ...(filter && { filter }) });
    if (rows.length > 0) yield rows;
    [after, size] = [rows.at(-1)?.n ?? after, rows.length];
  }
}

/** What the database keeps of problems and the like: nothing of none. */
export const listColumn = (values: unknown[]): string | null => (values.length > 0 ? JSON.stringify(values) : null);

// of the column `code`
const MAX_CODE_LENGTH = 120;

const toColumns = (importId: number, row: StoredRow) => ({
  import_id: importId,
  n: row.n,
  line: row.line,
  nth: row.nth,
  state: row.state,
  outcome: row.outcome ?? '',
  code: row.code?.slice(0, MAX_CODE_LENGTH) ?? null,
  record_id: row.recordId ?? 0,
  version: row.version ?? 0,
  cells: row.nth === 0 ? JSON.stringify(row.cells) : null,
  problems: listColumn(row.problems),
  missing: listColumn(row.missing),
});

export const insertRows = (trx: Transaction, importId: number, rows: StoredRow[]): Promise<void> =>
  insertAll(
    trx,
    'import_row',
    rows.map((row) => toColumns(importId, row)),
  );

/** Removes rows, some at a time: `between` may end it by throwing. */
export async function deleteRows(db: Database, importId: number, between = async () => {}): Promise<void> {
  for (let removed = 1; removed > 0; await between())
    removed = await db('import_row').where('import_id', importId).orderBy('n').limit(5000).delete();
}
