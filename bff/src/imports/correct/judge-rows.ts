import type { Knex } from 'knex';
import type { Crud } from '#crud/model.ts';
import { referenceFields } from '#crud/references/reference-paths.ts';
import { containing, type Transaction } from '#database';
import type { Rule } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { CellType, RowDraft } from '../file-model.ts';
import { presetOf } from '../options.ts';
import { loadStagingContext, type StagingContext } from '../stage/classify.ts';
import { problemOfWidth } from '../stage/stager.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { readAllRows, readRows, type StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { buildCandidates } from '../values/candidates.ts';
import { createDraftReader, createLineWeigher, type DraftReader, readCodeIndex } from '../values/draft-reader.ts';

/** Far more rows than a file has for one key; applying the import finds problems in further ones. */
const MAX_RELATED_ROWS = 5000;

const readRelated = (
  { db, importId }: JudgeContext,
  addFilter: (rows: Knex.QueryBuilder) => unknown,
): Promise<StoredRow[]> =>
  readRows(db, importId, {
    limit: MAX_RELATED_ROWS,
    filter: (rows) => addFilter(rows.whereNot('import_row.state', 'excluded')),
  });

/** Reads the rows with one of these codes and those refused as duplicates of one of these lines. */
export async function readPeers(judging: JudgeContext, codes: string[], lines: number[]): Promise<StoredRow[]> {
  const peers: StoredRow[] = [];
  if (codes.length > 0)
    peers.push(...(await readRelated(judging, (rows) => rows.whereIn('import_row.code', [...new Set(codes)]))));
  if (lines.length === 0) return peers;
  const duplicatePattern = `"duplicateInFile","parameters":[{]"line":(${[...new Set(lines)].join('|')})[}]`;
  const refused = (rows: Knex.QueryBuilder) =>
    rows.where('import_row.state', 'refused').whereRaw('import_row.problems REGEXP ?', duplicatePattern);
  return [...peers, ...(await readRelated(judging, refused))];
}

/** Reads the rows with one of these texts in one of these columns. */
export async function readRowsWithText(
  judging: JudgeContext,
  columns: number[],
  texts: string[],
): Promise<StoredRow[]> {
  if (texts.length === 0 || columns.length === 0) return [];
  const upperTexts = [...new Set(texts.map((text) => text.toUpperCase()))];
  const placeholders = upperTexts.map(() => '?').join();
  return readRelated(judging, (rows) =>
    rows.where((any) => {
      for (const column of columns)
        any.orWhereRaw(`${CELL_TEXT_SQL} IN (${placeholders})`, [`$[${column}]`, ...upperTexts]);
    }),
  );
}

// cells are compared without regard to case and spaces, as their texts are before they are parsed
const CELL_TEXT_SQL = 'UPPER(TRIM(JSON_UNQUOTE(JSON_EXTRACT(first_row_of_line.cells, ?))))';

/** Reads the rows that refer to one of these codes, for an entity that refers to itself. */
export async function readDependents(judging: JudgeContext, codes: string[]): Promise<StoredRow[]> {
  const { staging, codeByNumber } = judging;
  const { entity, options } = staging.context;
  const codeSet = new Set(codes);
  const numbers = [...(codeByNumber ?? [])].flatMap(([number, code]) => (codeSet.has(code) ? [number] : []));
  const texts = [...codeSet, ...numbers];
  if (options.preset !== null)
    return readRelated(judging, (rows) =>
      rows.where((any) => {
        for (const text of texts) any.orWhere('first_row_of_line.cells', 'like', containing(JSON.stringify(text)));
      }),
    );
  const names = referenceFields(entity).flatMap(({ name, reference }) => (reference === entity.key ? name : []));
  const columns = names.map((name) => options.targets.indexOf(name)).filter((column) => column >= 0);
  return readRowsWithText(judging, columns, texts);
}

/** Everything that judging rows of a report again needs. */
export interface JudgeContext {
  db: Transaction;
  importId: number;
  staging: StagingContext;
  readDrafts: DraftReader;
  /** The number of cells that a line must have. */
  width: number;
  /** For a preset whose records refer to each other by internal numbers: the code of each number. */
  codeByNumber: ReadonlyMap<string, string> | undefined;
  /** For a preset that picks one of several rows with the same key by weight. */
  weigh: ReturnType<typeof createLineWeigher>;
}

/** A row with the record it would write now, or with the problem that prevents one. */
export type JudgedRow = { row: StoredRow } & ({ candidate: Candidate } | { candidate?: never; problem: CellProblem });

export async function loadJudgeContext(
  crud: Pick<Crud, 'entities' | 'review'> & { db: Transaction },
  stored: ConfiguredImport,
): Promise<JudgeContext> {
  const { db } = crud;
  const { id, options } = stored;
  const columns = stored.columns ?? [];
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const codeByNumber = await readCodeIndex(layout, () =>
    readAllRows(db, id, { filter: (rows) => rows.where('import_row.nth', 0) }),
  );
  const readDrafts = createDraftReader(layout, codeByNumber);
  return {
    db,
    importId: id,
    staging: await loadStagingContext(crud, stored),
    readDrafts,
    width: columns.length,
    codeByNumber,
    weigh: createLineWeigher(layout),
  };
}

/** Judges rows by their cells, taking references to other rows of the file into account. */
export async function judgeRows(judging: JudgeContext, rows: StoredRow[]): Promise<JudgedRow[]> {
  const drafts = rows.map((row) => draftOf(judging, row));
  const validDrafts = drafts.flatMap((result) => ('draft' in result ? [result.draft] : []));
  const candidates = (await buildResolvedCandidates(judging, validDrafts)).values();
  return rows.map((row, index): JudgedRow => {
    const result = drafts[index];
    if (result && 'problem' in result) return { row, problem: result.problem };
    const { value: candidate } = candidates.next();
    if (!candidate) throw new Error('a draft has no candidate');
    return { row, candidate };
  });
}

/** How many records the line of a row holds with its current cells. */
export const countRecordsInLine = (
  { readDrafts, width }: JudgeContext,
  { line, cells }: Pick<StoredRow, 'line' | 'cells'>,
): number => (cells.length === width ? readDrafts({ line, cells }).length : 1);

const CELL_TYPE_OF_RULE: Partial<Record<Rule, CellType>> = {
  dateForCode: 'date',
  numberForCode: 'number',
  scientificNotation: 'exponent',
};

/** Whether only the reader of the file can find a problem of this rule, as the cell's text does not show it. */
export const isReaderRule = (rule: Rule): boolean => rule in CELL_TYPE_OF_RULE || rule === 'brokenText';

/** The types of unedited cells are known only from the problems that the reader of the file reported. */
function draftOf({ readDrafts, width }: JudgeContext, row: StoredRow): { draft: RowDraft } | { problem: CellProblem } {
  const { line, cells, indexInLine, problems, fileCells = {} } = row;
  const problem = problemOfWidth(cells, width) ?? undecodableCellProblem(row);
  if (problem) return { problem };
  const cellTypes: Record<number, CellType> = {};
  for (const { column, rule } of problems) {
    const type = CELL_TYPE_OF_RULE[rule];
    if (column !== undefined && type && !(column in fileCells)) cellTypes[column] = type;
  }
  const draft = readDrafts({ line, cells, cellTypes })[indexInLine];
  return draft ? { draft } : { problem: { column: undefined, pointer: undefined, rule: 'noRecord' } };
}

const REPLACEMENT = '\uFFFD';

function undecodableCellProblem({ cells, problems, fileCells = {} }: StoredRow): CellProblem | undefined {
  const brokenText = problems.find(({ rule }) => rule === 'brokenText');
  if (!brokenText) return undefined;
  const column = cells.findIndex((cell, index) => cell.includes(REPLACEMENT) && !(index in fileCells));
  return column < 0 ? undefined : { ...brokenText, column };
}

/** Builds candidates whose references to the same file are checked against the rows that create a record. */
async function buildResolvedCandidates(
  { db, importId, staging }: JudgeContext,
  drafts: RowDraft[],
): Promise<Candidate[]> {
  const { context } = staging;
  const candidates = await buildCandidates(db, context, drafts);
  const codes = new Set(candidates.flatMap((candidate) => pendingCodesOf(candidate)));
  if (codes.size === 0) return candidates;
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  const newCodes = new Set<string>(await rows.whereIn('code', [...codes]).pluck('code'));
  for (const { values, current, problems } of candidates)
    if (values && !current && problems.length === 0) newCodes.add(String(values.fields.code));
  const unresolvedIndexes = candidates.flatMap((candidate, index) =>
    pendingCodesOf(candidate).some((code) => !newCodes.has(code)) ? [index] : [],
  );
  const unresolvedDrafts = unresolvedIndexes.flatMap((index) => drafts[index] ?? []);
  const rebuilt = await buildCandidates(
    db,
    { ...context, mayBeInFile: (code) => newCodes.has(code) },
    unresolvedDrafts,
  );
  const rebuiltByIndex = new Map(unresolvedIndexes.map((index, position) => [index, rebuilt[position]]));
  return candidates.map((candidate, index) => rebuiltByIndex.get(index) ?? candidate);
}

const pendingCodesOf = ({ pendingReferences }: Candidate): string[] =>
  pendingReferences.filter(({ mayBeInFile }) => mayBeInFile).map(({ code }) => code);
