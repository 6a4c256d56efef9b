import type { Knex } from 'knex';
import type { CrudContext } from '#crud/model.ts';
import { referenceFields } from '#crud/references/reference-paths.ts';
import { containing, type Transaction } from '#database';
import type { Rule } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-raw-record.ts';
import { type CellType, type RawRecord, UNDECODABLE } from '../file-model.ts';
import { presetOf } from '../presets/index.ts';
import { loadStagingContext, type StagingContext } from '../stage/classify.ts';
import { problemOfWidth } from '../stage/stager.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { readAllRows, readRows, type StoredRow } from '../stored-row.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import type { Candidate } from '../values/candidate.ts';
import {
  createLineWeigher,
  createRawRecordReader,
  type RawRecordReader,
  readCodeIndex,
} from '../values/raw-record-reader.ts';

/** Far more rows than any real file has for one key; problems of further ones surface when the import is applied. */
const MAX_RELATED_ROWS = 5000;

const readIncludedRows = (
  { db, importId }: EvaluationContext,
  addFilter: (rows: Knex.QueryBuilder) => unknown,
): Promise<StoredRow[]> =>
  readRows(db, importId, {
    limit: MAX_RELATED_ROWS,
    filter: (rows) => addFilter(rows.whereNot('import_row.state', 'excluded')),
  });

/** Reads the rows with one of these codes and those refused as duplicates of one of these lines. */
export async function readCollidingRows(
  evaluation: EvaluationContext,
  codes: string[],
  lines: number[],
): Promise<StoredRow[]> {
  const peers: StoredRow[] = [];
  if (codes.length > 0)
    peers.push(...(await readIncludedRows(evaluation, (rows) => rows.whereIn('import_row.code', [...new Set(codes)]))));
  if (lines.length === 0) return peers;
  const duplicatePattern = `"duplicateInFile","parameters":[{]"line":(${[...new Set(lines)].join('|')})[}]`;
  const refused = (rows: Knex.QueryBuilder) =>
    rows.where('import_row.state', 'refused').whereRaw('import_row.problems REGEXP ?', duplicatePattern);
  return [...peers, ...(await readIncludedRows(evaluation, refused))];
}

/** Reads the rows with one of these texts in one of these columns. */
export async function readRowsWithText(
  evaluation: EvaluationContext,
  columns: number[],
  texts: string[],
): Promise<StoredRow[]> {
  if (texts.length === 0 || columns.length === 0) return [];
  const upperTexts = [...new Set(texts.map((text) => text.toUpperCase()))];
  const placeholders = upperTexts.map(() => '?').join();
  return readIncludedRows(evaluation, (rows) =>
    rows.where((any) => {
      for (const column of columns)
        any.orWhereRaw(`${CELL_TEXT_SQL} IN (${placeholders})`, [`$[${column}]`, SURROUNDING_SPACE, ...upperTexts]);
    }),
  );
}

// ignores case and surrounding whitespace, as the parser does; TRIM of SQL removes only U+0020
const CELL_TEXT_SQL = "UPPER(REGEXP_REPLACE(JSON_UNQUOTE(JSON_EXTRACT(first_row_of_line.cells, ?)), ?, ''))";
/** What `trim` of JavaScript removes. */
const SPACE = '[\\t\\n\\x0b\\f\\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+';
const SURROUNDING_SPACE = `^${SPACE}|${SPACE}$`;

/** Reads the rows that refer to one of these codes, for an entity that refers to itself. */
export async function readRowsReferringTo(evaluation: EvaluationContext, codes: string[]): Promise<StoredRow[]> {
  const { staging, codeByNumber } = evaluation;
  const { entity, options } = staging.context;
  const codeSet = new Set(codes);
  const numbers = [...(codeByNumber ?? [])].flatMap(([number, code]) => (codeSet.has(code) ? [number] : []));
  const texts = [...codeSet, ...numbers];
  if (options.preset !== null)
    return readIncludedRows(evaluation, (rows) =>
      rows.where((any) => {
        for (const text of texts) any.orWhere('first_row_of_line.cells', 'like', containing(JSON.stringify(text)));
      }),
    );
  const names = referenceFields(entity).flatMap(({ name, reference }) => (reference === entity.key ? name : []));
  const columns = names.map((name) => options.targets.indexOf(name)).filter((column) => column >= 0);
  return readRowsWithText(evaluation, columns, texts);
}

/** Everything needed to evaluate the rows of a report again. */
export interface EvaluationContext {
  db: Transaction;
  importId: number;
  staging: StagingContext;
  readRawRecords: RawRecordReader;
  /** The number of cells that a line must have. */
  width: number;
  /** For a preset whose records refer to each other by internal numbers: the code of each number. */
  codeByNumber: ReadonlyMap<string, string> | undefined;
  /** For a preset that picks one of several rows with the same key by weight. */
  weigh: ReturnType<typeof createLineWeigher>;
}

/** A row with the record it would write now, or with the problem that prevents one. */
export type EvaluatedRow = { row: StoredRow } & (
  | { candidate: Candidate }
  | { candidate?: never; problem: CellProblem }
);

export async function loadEvaluationContext(
  crud: Pick<CrudContext, 'entities' | 'reviewSetting'> & { db: Transaction },
  stored: ConfiguredImport,
): Promise<EvaluationContext> {
  const { db } = crud;
  const { id, options } = stored;
  const columns = stored.columns ?? [];
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const codeByNumber = await readCodeIndex(layout, () =>
    readAllRows(db, id, { filter: (rows) => rows.where('import_row.nth', 0) }),
  );
  const readRawRecords = createRawRecordReader(layout, codeByNumber);
  return {
    db,
    importId: id,
    staging: await loadStagingContext(crud, stored),
    readRawRecords,
    width: columns.length,
    codeByNumber,
    weigh: createLineWeigher(layout),
  };
}

/** Evaluates rows by their cells, taking references to other rows of the file into account. */
export async function evaluateRows(evaluation: EvaluationContext, rows: StoredRow[]): Promise<EvaluatedRow[]> {
  const rawRecords = rows.map((row) => rawRecordOf(evaluation, row));
  const validRawRecords = rawRecords.flatMap((result) => ('rawRecord' in result ? [result.rawRecord] : []));
  const candidates = (await buildResolvedCandidates(evaluation, validRawRecords)).values();
  return rows.map((row, index): EvaluatedRow => {
    const result = rawRecords[index];
    if (result && 'problem' in result) return { row, problem: result.problem };
    const { value: candidate } = candidates.next();
    if (!candidate) throw new Error('A raw record has no candidate.');
    return { row, candidate };
  });
}

/** How many records the line of a row holds with its current cells. */
export const countRecordsInLine = (
  { readRawRecords, width }: EvaluationContext,
  { line, cells }: Pick<StoredRow, 'line' | 'cells'>,
): number => (cells.length === width ? readRawRecords({ line, cells }).length : 1);

const CELL_TYPE_OF_RULE: Partial<Record<Rule, CellType>> = {
  dateForCode: 'date',
  numberForCode: 'number',
  scientificNotation: 'exponent',
};

/** Whether a problem of this rule can be detected only while the file is parsed, because the cell's text does not show it. */
export const isDetectedWhileParsing = (rule: Rule): boolean => rule in CELL_TYPE_OF_RULE || rule === 'brokenText';

/**
 * Extracts the record of a row, or the problem that prevents it. The types of unedited cells are known only from the problems found while
 * parsing.
 */
function rawRecordOf(
  { readRawRecords, width }: EvaluationContext,
  row: StoredRow,
): { rawRecord: RawRecord } | { problem: CellProblem } {
  const { line, cells, indexInLine, problems, fileCells = {} } = row;
  const problem = problemOfWidth(cells, width) ?? brokenTextProblem(row);
  if (problem) return { problem };
  const cellTypes: Record<number, CellType> = {};
  for (const { column, rule } of problems) {
    const type = CELL_TYPE_OF_RULE[rule];
    if (column !== undefined && type && !(column in fileCells)) cellTypes[column] = type;
  }
  const rawRecord = readRawRecords({ line, cells, cellTypes })[indexInLine];
  return rawRecord ? { rawRecord } : { problem: { column: undefined, pointer: undefined, rule: 'noRecord' } };
}

function brokenTextProblem({ cells, problems, fileCells = {} }: StoredRow): CellProblem | undefined {
  const brokenText = problems.find(({ rule }) => rule === 'brokenText');
  if (!brokenText) return undefined;
  const column = cells.findIndex((cell, index) => cell.includes(UNDECODABLE) && !(index in fileCells));
  return column < 0 ? undefined : { ...brokenText, column };
}

/** Builds candidates and checks their references within the file against the rows that will create those records. */
async function buildResolvedCandidates(
  { db, importId, staging }: EvaluationContext,
  rawRecords: RawRecord[],
): Promise<Candidate[]> {
  const { context } = staging;
  const candidates = await buildCandidates(db, context, rawRecords);
  const codes = new Set(candidates.flatMap((candidate) => pendingCodesOf(candidate)));
  if (codes.size === 0) return candidates;
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  const newCodes = new Set<string>(await rows.whereIn('code', [...codes]).pluck('code'));
  for (const { values, current, problems } of candidates)
    if (values && !current && problems.length === 0) newCodes.add(String(values.fields.code));
  const unresolvedIndexes = candidates.flatMap((candidate, index) =>
    pendingCodesOf(candidate).some((code) => !newCodes.has(code)) ? [index] : [],
  );
  const unresolvedRawRecords = unresolvedIndexes.flatMap((index) => rawRecords[index] ?? []);
  const rebuilt = await buildCandidates(
    db,
    { ...context, mayFileCreate: (code) => newCodes.has(code) },
    unresolvedRawRecords,
  );
  const rebuiltByIndex = new Map(unresolvedIndexes.map((index, position) => [index, rebuilt[position]]));
  return candidates.map((candidate, index) => rebuiltByIndex.get(index) ?? candidate);
}

const pendingCodesOf = ({ pendingReferences }: Candidate): string[] =>
  pendingReferences.filter(({ mayBeCreatedByFile }) => mayBeCreatedByFile).map(({ code }) => code);
