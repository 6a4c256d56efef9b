import type { Knex } from 'knex';
import type { Crud } from '#crud/model.ts';
import { referenceFields } from '#crud/reference-paths.ts';
import { containing, type Transaction } from '#database';
import type { Rule } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import type { CellType, Draft } from '../file-model.ts';
import { presetOf } from '../options.ts';
import { loadStagingContext, type StagingContext } from '../stage/classify.ts';
import { problemOfWidth } from '../stage/stager.ts';
import type { ConfiguredImport } from '../stored-import.ts';
import { readAllRows, readRows, type StoredRow } from '../stored-row.ts';
import type { Candidate } from '../values/candidate.ts';
import { buildCandidates } from '../values/candidates.ts';
import { createDraftReader, createLineWeigher, type DraftReader, readCodeIndex } from '../values/draft-reader.ts';

/** Far more than a file has rows for one key; what is beyond is found out when the import is applied. */
const MAX_RELATED_ROWS = 5000;

const readRelated = (
  { db, importId }: JudgeContext,
  narrow: (rows: Knex.QueryBuilder) => unknown,
): Promise<StoredRow[]> =>
  readRows(db, importId, {
    limit: MAX_RELATED_ROWS,
    filter: (rows) => narrow(rows.whereNot('import_row.state', 'excluded')),
  });

/** The rows that are known by one of these codes, and those refused because one of these lines has the same. */
export async function readPeers(judging: JudgeContext, codes: string[], lines: number[]): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  if (codes.length > 0)
    found.push(...(await readRelated(judging, (rows) => rows.whereIn('import_row.code', [...new Set(codes)]))));
  if (lines.length === 0) return found;
  const repeats = `"duplicateInFile","parameters":[{]"line":(${[...new Set(lines)].join('|')})[}]`;
  const refused = (rows: Knex.QueryBuilder) =>
    rows.where('import_row.state', 'refused').whereRaw('import_row.problems REGEXP ?', repeats);
  return [...found, ...(await readRelated(judging, refused))];
}

/** The rows that have one of these texts in one of these columns. */
export async function readHolders(judging: JudgeContext, columns: number[], texts: string[]): Promise<StoredRow[]> {
  if (texts.length === 0 || columns.length === 0) return [];
  const folded = [...new Set(texts.map((text) => text.toUpperCase()))];
  const places = folded.map(() => '?').join();
  return readRelated(judging, (rows) =>
    rows.where((any) => {
      for (const column of columns) any.orWhereRaw(`${cellText} IN (${places})`, [`$[${column}]`, ...folded]);
    }),
  );
}

// as texts are compared before they are values
const cellText = 'UPPER(TRIM(JSON_UNQUOTE(JSON_EXTRACT(first.cells, ?))))';

/** Of a kind that refers to itself the rows that refer to one of these codes. */
export async function readDependents(judging: JudgeContext, codes: string[]): Promise<StoredRow[]> {
  const { staging, codes: byNumber } = judging;
  const { entity, options } = staging.context;
  const wanted = new Set(codes);
  const numbers = [...(byNumber ?? [])].flatMap(([number, code]) => (wanted.has(code) ? [number] : []));
  const texts = [...wanted, ...numbers];
  if (options.preset !== null)
    return readRelated(judging, (rows) =>
      rows.where((any) => {
        for (const text of texts) any.orWhere('first.cells', 'like', containing(JSON.stringify(text)));
      }),
    );
  const names = referenceFields(entity).flatMap(({ name, reference }) => (reference === entity.key ? name : []));
  const columns = names.map((name) => options.targets.indexOf(name)).filter((column) => column >= 0);
  return readHolders(judging, columns, texts);
}

/** What rows of a report are judged anew with. */
export interface JudgeContext {
  db: Transaction;
  importId: number;
  staging: StagingContext;
  readDrafts: DraftReader;
  /** How many cells a line has to have. */
  width: number;
  /** Of a preset whose records refer to each other by numbers of their own: the code behind each number. */
  codes: ReadonlyMap<string, string> | undefined;
  /** Of a preset that tells which of several rows with the same key is meant. */
  weigh: ReturnType<typeof createLineWeigher>;
}

/** A row with what it would write now, or why there can be no record of it. */
export type JudgedRow = { row: StoredRow } & ({ candidate: Candidate } | { candidate?: never; problem: CellProblem });

export async function loadJudgeContext(
  crud: Pick<Crud, 'entities' | 'review'> & { db: Transaction },
  stored: ConfiguredImport,
): Promise<JudgeContext> {
  const { db } = crud;
  const { id, options } = stored;
  const columns = stored.columns ?? [];
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const codes = await readCodeIndex(layout, () =>
    readAllRows(db, id, { filter: (rows) => rows.where('import_row.nth', 0) }),
  );
  const readDrafts = createDraftReader(layout, codes);
  return {
    db,
    importId: id,
    staging: await loadStagingContext(crud, stored),
    readDrafts,
    width: columns.length,
    codes,
    weigh: createLineWeigher(layout),
  };
}

/** Rows with what their cells would write, those of the same file that they refer to included. */
export async function judgeRows(judging: JudgeContext, rows: StoredRow[]): Promise<JudgedRow[]> {
  const drafts = rows.map((row) => draftOf(judging, row));
  const readRelated = drafts.flatMap((draft) => ('draft' in draft ? [draft.draft] : []));
  const candidates = (await resolvePending(judging, readRelated)).values();
  return rows.map((row, at): JudgedRow => {
    const draft = drafts[at];
    if (draft && 'problem' in draft) return { row, problem: draft.problem };
    const { value: candidate } = candidates.next();
    if (!candidate) throw new Error('a draft has no candidate');
    return { row, candidate };
  });
}

/** How many records the line of a row holds as it is now. */
export const recordsIn = (
  { readDrafts, width }: JudgeContext,
  { line, cells }: Pick<StoredRow, 'line' | 'cells'>,
): number => (cells.length === width ? readDrafts({ line, cells }).length : 1);

const CELL_TYPE_OF_RULE: Partial<Record<Rule, CellType>> = {
  dateForCode: 'date',
  numberForCode: 'number',
  scientificNotation: 'exponent',
};

/** Whether a rule tells of a cell what its text does not. */
export const isReaderRule = (rule: Rule): boolean => rule in CELL_TYPE_OF_RULE || rule === 'brokenText';

/** What is known of cells that nobody has touched only by what was found when the file was read. */
function draftOf({ readDrafts, width }: JudgeContext, row: StoredRow): { draft: Draft } | { problem: CellProblem } {
  const { line, cells, nth, problems, fileCells = {} } = row;
  const problem = problemOfWidth(cells, width) ?? brokenCellProblem(row);
  if (problem) return { problem };
  const types: Record<number, CellType> = {};
  for (const { column, rule } of problems) {
    const type = CELL_TYPE_OF_RULE[rule];
    if (column !== undefined && type && !(column in fileCells)) types[column] = type;
  }
  const draft = readDrafts({ line, cells, types })[nth];
  return draft ? { draft } : { problem: { column: undefined, pointer: undefined, rule: 'noRecord' } };
}

const REPLACEMENT = '\uFFFD';

function brokenCellProblem({ cells, problems, fileCells = {} }: StoredRow): CellProblem | undefined {
  const broken = problems.find(({ rule }) => rule === 'brokenText');
  if (!broken) return undefined;
  const column = cells.findIndex((cell, index) => cell.includes(REPLACEMENT) && !(index in fileCells));
  return column < 0 ? undefined : { ...broken, column };
}

/** Candidates, each reference to a row of the file held against the rows that bring something in. */
async function resolvePending({ db, importId, staging }: JudgeContext, drafts: Draft[]): Promise<Candidate[]> {
  const { context } = staging;
  const candidates = await buildCandidates(db, context, drafts);
  const codes = new Set(candidates.flatMap((candidate) => pendingCodesOf(candidate)));
  if (codes.size === 0) return candidates;
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  const newCodes = new Set<string>(await rows.whereIn('code', [...codes]).pluck('code'));
  for (const { values, current, problems } of candidates)
    if (values && !current && problems.length === 0) newCodes.add(String(values.fields.code));
  const withoutReference = candidates.flatMap((candidate, at) =>
    pendingCodesOf(candidate).some((code) => !newCodes.has(code)) ? [at] : [],
  );
  const draftsWithoutReference = withoutReference.flatMap((at) => drafts[at] ?? []);
  const rebuilt = await buildCandidates(
    db,
    { ...context, mayBeInFile: (code) => newCodes.has(code) },
    draftsWithoutReference,
  );
  const rebuiltByIndex = new Map(withoutReference.map((at, index) => [at, rebuilt[index]]));
  return candidates.map((candidate, at) => rebuiltByIndex.get(at) ?? candidate);
}

const pendingCodesOf = ({ pendingReferences }: Candidate): string[] =>
  pendingReferences.filter(({ mayBeInFile }) => mayBeInFile).map(({ code }) => code);
