import type { Knex } from 'knex';
import type { Database, Transaction } from '#database';
import type { Rule, Schemas } from '#http/contract.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import { type FileCell, type FileCells, listColumn, queryRowsWithCells, type StoredRow } from '../stored-row.ts';
import { isDetectedWhileParsing } from './evaluate-rows.ts';

/** A cell to be set; `to` is null to restore the text of the file. */
export interface Edit {
  row: number;
  column: number;
  from: string;
  to: string | null;
  /** Where the request body asks for the edit. */
  pointer: string;
}

/**
 * A line of the file before and after its edits. A line may hold several records, each of which is a row. `restoredProblems` are what the
 * reader of the file reported for cells that have the file's text again.
 */
export interface EditedLine {
  before: StoredRow;
  after: { line: number; cells: string[]; fileCells: FileCells; restoredProblems: CellProblem[] };
}

/** Lines per call, so that evaluating them again takes at most a second. */
export const MAX_ALIKE_LINES = 500;

type Alike = Omit<NonNullable<Schemas['ImportCorrection']['alike']>, 'column'> & { column: number };

/** Finds lines with the same text and problem in a column, naming one row of each, and counts all of them. */
export async function findAlikeLines(
  db: Database,
  importId: number,
  alike: Alike,
): Promise<{ rows: number[]; total: number }> {
  const lines = alikeLines(db, importId, alike);
  const found: { n: number }[] = await lines.clone().orderBy('first_row_of_line.n').limit(MAX_ALIKE_LINES);
  const rows = found.map(({ n }) => n);
  return { rows, total: found.length < MAX_ALIKE_LINES ? found.length : await countLines(db, lines) };
}

/** Counts the lines with the same text and problem in a column. */
export const countLinesAlike = (db: Database, importId: number, alike: Omit<Alike, 'to'>): Promise<number> =>
  countLines(db, alikeLines(db, importId, alike));

const countLines = async (db: Database, lines: Knex.QueryBuilder): Promise<number> =>
  Number((await db.from(lines.as('alike')).count({ n: '*' }).first())?.n);

function alikeLines(
  db: Database,
  importId: number,
  { column, from, to, rule, original }: Omit<Alike, 'to'> & Partial<Pick<Alike, 'to'>>,
): Knex.QueryBuilder {
  const rows = queryRowsWithCells(db, importId).whereRaw(isSameText('first_row_of_line.cells'), [`$[${column}]`, from]);
  if (rule)
    rows
      .whereIn('import_row.state', ['refused', 'conflicting'])
      .whereRaw('JSON_CONTAINS(import_row.problems, ?)', JSON.stringify({ column, rule }));
  // restoring the file's text concerns only cells that were corrected
  if (to === null) rows.whereRaw('JSON_EXTRACT(first_row_of_line.file_cells, ?) IS NOT NULL', `$."${column}"`);
  if (original !== undefined)
    rows.whereRaw(isSameText('first_row_of_line.file_cells'), [`$."${column}".text`, original]);
  return rows.groupBy('first_row_of_line.n').select({ n: db.raw('MIN(import_row.n)') });
}

// compared byte by byte, as texts that differ in case are different values
const isSameText = (json: string) => `CAST(JSON_UNQUOTE(JSON_EXTRACT(${json}, ?)) AS BINARY) = CAST(? AS BINARY)`;

/** Edits lines, keyed by the number of their first row. @throws Problem 412 for a cell that has changed meanwhile, 422 for a line with too many cells */
export function editLines(width: number, edits: Edit[], requestedRows: StoredRow[]): Map<number, EditedLine> {
  const rows = new Map(requestedRows.map((row) => [row.n, row]));
  const lines = new Map<number, EditedLine>();
  const conflicts: FieldProblem[] = [];
  for (const { row, column, from, to, pointer } of edits) {
    const before = rows.get(row);
    if (!before) throw new Problem('notFound');
    const count = before.cells.length;
    if (count > width) throw invalid({ pointer, rule: 'cellCount', parameters: { limit: width, count } });
    const first = before.n - before.indexInLine;
    const line = lines.get(first) ?? { before, after: padLine(before, width) };
    lines.set(first, line);
    if (line.after.cells[column] === from) setCell(line, column, to);
    else conflicts.push({ pointer: `${pointer}/from`, rule: 'changedSince' });
  }
  if (conflicts.length > 0) throw new Problem('versionConflict', { fields: conflicts });
  for (const { after } of lines.values()) dropUnusedPadding(after);
  return lines;
}

function setCell(
  { before, after: { cells, fileCells, restoredProblems } }: EditedLine,
  column: number,
  to: string | null,
): void {
  const fileCell: FileCell = fileCells[column] ?? { text: cells[column] ?? '', ...readerRuleAt(before, column) };
  cells[column] = to ?? fileCell.text;
  if (to !== null || fileCell.missing) fileCells[column] = fileCell;
  else delete fileCells[column];
  if (to === null && fileCell.rule)
    restoredProblems.push({ column, pointer: undefined, rule: fileCell.rule, parameters: { value: fileCell.text } });
}

/** A line with too few cells gets empty ones while it is edited. */
function padLine({ line, cells, fileCells }: StoredRow, width: number): EditedLine['after'] {
  const absentCells: FileCells = {};
  for (let index = cells.length; index < width; index++) absentCells[index] = { text: '', missing: true };
  const paddedCells = [...cells, ...Object.values(absentCells).map(({ text }) => text)];
  return { line, cells: paddedCells, fileCells: { ...fileCells, ...absentCells }, restoredProblems: [] };
}

function dropUnusedPadding(after: EditedLine['after']): void {
  const { cells, fileCells } = after;
  if (Object.entries(fileCells).some(([column, { missing }]) => !missing || cells[Number(column)] !== '')) return;
  after.cells = cells.slice(0, cells.length - Object.keys(fileCells).length);
  after.fileCells = {};
}

/** The rule that the reader of the file reported for a cell. */
function readerRuleAt({ problems }: StoredRow, column: number): { rule?: Rule } {
  const problem = problems.find((each) => each.column === column && isDetectedWhileParsing(each.rule));
  return problem ? { rule: problem.rule } : {};
}

/** The most characters in one statement, well below the packet limit of any server. */
const MAX_STATEMENT_CHARACTERS = 2 ** 20;

const ROW_COLUMNS = `n INT UNSIGNED PATH '$.n', state VARCHAR(12) PATH '$.state', code VARCHAR(120) PATH '$.code',
  record_id INT UNSIGNED PATH '$.recordId', version INT UNSIGNED PATH '$.version', problems TEXT PATH '$.problems',
  missing TEXT PATH '$.missing'`;

const LINE_COLUMNS = `n INT UNSIGNED PATH '$.n', cells MEDIUMTEXT PATH '$.cells', file_cells MEDIUMTEXT PATH '$.fileCells'`;

/** Stores the evaluation of rows. */
export const writeRows = (trx: Transaction, importId: number, rows: StoredRow[]): Promise<void> =>
  updateFromJson(
    trx,
    importId,
    { columns: ROW_COLUMNS, names: ['state', 'code', 'record_id', 'version', 'problems', 'missing'] },
    rows.map(({ n, state, code, recordId, version, problems, missingForApproval }) => ({
      n,
      state,
      code: code?.slice(0, 120) ?? null,
      recordId: recordId ?? 0,
      version: version ?? 0,
      problems: listColumn(problems),
      missing: listColumn(missingForApproval),
    })),
  );

/** Stores the cells of lines, keyed by their first rows, and the file's texts under corrected cells. */
export const writeLines = (
  trx: Transaction,
  importId: number,
  lines: ReadonlyMap<number, Pick<EditedLine, 'after'>>,
): Promise<void> =>
  updateFromJson(
    trx,
    importId,
    { columns: LINE_COLUMNS, names: ['cells', 'file_cells'] },
    [...lines].map(
      ([
        n,
        {
          after: { cells, fileCells },
        },
      ]) => ({
        n,
        cells: JSON.stringify(cells),
        fileCells: Object.keys(fileCells).length > 0 ? JSON.stringify(fileCells) : null,
      }),
    ),
  );

/** Updates many rows by their key in one statement that joins a JSON list. */
async function updateFromJson(
  trx: Transaction,
  importId: number,
  { columns, names }: { columns: string; names: string[] },
  items: object[],
): Promise<void> {
  const assignments = names.map((name) => `import_row.${name} = given.${name}`).join(', ');
  const sql = `UPDATE JSON_TABLE(?, '$[*]' COLUMNS (${columns})) AS given
    STRAIGHT_JOIN import_row ON import_row.import_id = ? AND import_row.n = given.n SET ${assignments}`;
  for (const list of jsonBatches(items)) await trx.raw(sql, [list, importId]);
}

function* jsonBatches(items: object[]): Generator<string> {
  let texts: string[] = [];
  let characters = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (characters + text.length > MAX_STATEMENT_CHARACTERS && texts.length > 0) {
      yield `[${texts.join()}]`;
      [texts, characters] = [[], 0];
    }
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) yield `[${texts.join()}]`;
}
