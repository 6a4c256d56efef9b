import type { Knex } from 'knex';
import type { Crud } from '#crud/model.ts';
import { referenceFields } from '#crud/reference-paths.ts';
import { containing, type Transaction } from '#database';
import type { Rule } from '#http/contract.ts';
import type { CellProblem } from '../columns/parse-draft.ts';
import { presetOf } from '../options.ts';
import { loadStagingContext, type StagingContext } from '../stage/classify.ts';
import { problemOfWidth } from '../stage/stager.ts';
import type { ImportOptions, StoredImport } from '../stored-import.ts';
import { allRows, readRows, type StoredRow } from '../stored-row.ts';
import type { CellType, Draft } from '../types.ts';
import type { Candidate } from '../values/candidate.ts';
import { candidatesOf } from '../values/candidates.ts';
import { createDrafting, createWeighing, type Drafting, indexOfCodes } from '../values/drafting.ts';

/** Far more than a file has rows for one key; what is beyond is found out when the import is applied. */
const MAX_RELATED_ROWS = 5000;

const read = ({ db, importId }: Judging, narrow: (rows: Knex.QueryBuilder) => unknown): Promise<StoredRow[]> =>
  readRows(db, importId, {
    limit: MAX_RELATED_ROWS,
    narrow: (rows) => narrow(rows.whereNot('own.state', 'excluded')),
  });

/** The rows that are known by one of these codes, and those refused because one of these lines has the same. */
export async function peersOf(judging: Judging, codes: string[], lines: number[]): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  if (codes.length > 0) found.push(...(await read(judging, (rows) => rows.whereIn('own.code', [...new Set(codes)]))));
  if (lines.length === 0) return found;
  const repeats = `"duplicateInFile","parameters":[{]"line":(${[...new Set(lines)].join('|')})[}]`;
  const refused = (rows: Knex.QueryBuilder) =>
    rows.where('own.state', 'refused').whereRaw('own.problems REGEXP ?', repeats);
  return [...found, ...(await read(judging, refused))];
}

/** The rows that have one of these texts in one of these columns. */
export async function holdersOf(judging: Judging, columns: number[], texts: string[]): Promise<StoredRow[]> {
  if (texts.length === 0 || columns.length === 0) return [];
  const folded = [...new Set(texts.map((text) => text.toUpperCase()))];
  const places = folded.map(() => '?').join();
  return read(judging, (rows) =>
    rows.where((own) => {
      for (const column of columns) own.orWhereRaw(`${cellText} IN (${places})`, [`$[${column}]`, ...folded]);
    }),
  );
}

// as texts are compared before they are values
const cellText = 'UPPER(TRIM(JSON_UNQUOTE(JSON_EXTRACT(first.cells, ?))))';

/** Of a kind that refers to itself the rows that refer to one of these codes. */
export async function dependentsOf(judging: Judging, codes: string[]): Promise<StoredRow[]> {
  const { staging, codes: byNumber } = judging;
  const { entity, options } = staging.reading;
  const wanted = new Set(codes);
  const numbers = [...(byNumber ?? [])].flatMap(([number, code]) => (wanted.has(code) ? [number] : []));
  const texts = [...wanted, ...numbers];
  if (options.preset !== null)
    return read(judging, (rows) =>
      rows.where((own) => {
        for (const text of texts) own.orWhere('first.cells', 'like', containing(JSON.stringify(text)));
      }),
    );
  const names = referenceFields(entity).flatMap(({ name, reference }) => (reference === entity.key ? name : []));
  const columns = names.map((name) => options.targets.indexOf(name)).filter((column) => column >= 0);
  return holdersOf(judging, columns, texts);
}

/** What rows of a report are judged anew with. */
export interface Judging {
  db: Transaction;
  importId: number;
  staging: StagingContext;
  drafting: Drafting;
  /** How many cells a line has to have. */
  width: number;
  /** Of a preset whose records refer to each other by numbers of their own: the code behind each number. */
  codes: ReadonlyMap<string, string> | undefined;
  /** Of a preset that tells which of several rows with the same key is meant. */
  weigh: ReturnType<typeof createWeighing>;
}

/** A row with what it would write now, or why there can be no record of it. */
export type Judged = { row: StoredRow } & ({ candidate: Candidate } | { candidate?: never; problem: CellProblem });

export async function prepareJudging(
  crud: Pick<Crud, 'entities' | 'review'> & { db: Transaction },
  stored: StoredImport & { options: ImportOptions },
): Promise<Judging> {
  const { db } = crud;
  const { id, options } = stored;
  const columns = stored.columns ?? [];
  const layout = { columns, options, preset: presetOf(stored.entity, options) };
  const codes = await indexOfCodes(layout, () => allRows(db, id, { narrow: (rows) => rows.where('own.nth', 0) }));
  const drafting = createDrafting(layout, codes);
  return {
    db,
    importId: id,
    staging: await loadStagingContext(crud, stored),
    drafting,
    width: columns.length,
    codes,
    weigh: createWeighing(layout),
  };
}

/** Rows with what their cells would write, those of the same file that they refer to included. */
export async function judgeRows(judging: Judging, rows: StoredRow[]): Promise<Judged[]> {
  const drafts = rows.map((row) => draftOf(judging, row));
  const read = drafts.flatMap((draft) => ('draft' in draft ? [draft.draft] : []));
  const candidates = (await awaiting(judging, read)).values();
  return rows.map((row, at): Judged => {
    const draft = drafts[at];
    if (draft && 'problem' in draft) return { row, problem: draft.problem };
    const { value: candidate } = candidates.next();
    if (!candidate) throw new Error('a draft has no candidate');
    return { row, candidate };
  });
}

/** How many records the line of a row holds as it is now. */
export const recordsIn = ({ drafting, width }: Judging, { line, cells }: Pick<StoredRow, 'line' | 'cells'>): number =>
  cells.length === width ? drafting({ line, cells }).length : 1;

const typesByRule: Partial<Record<Rule, CellType>> = {
  dateForCode: 'date',
  numberForCode: 'number',
  scientificNotation: 'exponent',
};

/** Whether a rule tells of a cell what its text does not. */
export const isOfReader = (rule: Rule): boolean => rule in typesByRule || rule === 'brokenText';

/** What is known of cells that nobody has touched only by what was found when the file was read. */
function draftOf({ drafting, width }: Judging, row: StoredRow): { draft: Draft } | { problem: CellProblem } {
  const { line, cells, nth, problems, fileCells = {} } = row;
  const problem = problemOfWidth(cells, width) ?? brokenIn(row);
  if (problem) return { problem };
  const types: Record<number, CellType> = {};
  for (const { column, rule } of problems) {
    const type = typesByRule[rule];
    if (column !== undefined && type && !(column in fileCells)) types[column] = type;
  }
  const draft = drafting({ line, cells, types })[nth];
  return draft ? { draft } : { problem: { column: undefined, pointer: undefined, rule: 'noRecord' } };
}

const replaced = '\uFFFD';

function brokenIn({ cells, problems, fileCells = {} }: StoredRow): CellProblem | undefined {
  const broken = problems.find(({ rule }) => rule === 'brokenText');
  if (!broken) return undefined;
  const column = cells.findIndex((cell, index) => cell.includes(replaced) && !(index in fileCells));
  return column < 0 ? undefined : { ...broken, column };
}

/** Candidates, each reference to a row of the file held against the rows that bring something in. */
async function awaiting({ db, importId, staging }: Judging, drafts: Draft[]): Promise<Candidate[]> {
  const { reading } = staging;
  const candidates = await candidatesOf(db, reading, drafts);
  const codes = new Set(candidates.flatMap((candidate) => awaitedOf(candidate)));
  if (codes.size === 0) return candidates;
  const rows = db('import_row').where({ import_id: importId, state: 'new' });
  const brought = new Set<string>(await rows.whereIn('code', [...codes]).pluck('code'));
  for (const { values, current, problems } of candidates)
    if (values && !current && problems.length === 0) brought.add(String(values.fields.code));
  const lost = candidates.flatMap((candidate, at) =>
    awaitedOf(candidate).some((code) => !brought.has(code)) ? [at] : [],
  );
  const lostDrafts = lost.flatMap((at) => drafts[at] ?? []);
  const again = await candidatesOf(db, { ...reading, inFile: (code) => brought.has(code) }, lostDrafts);
  const anew = new Map(lost.map((at, index) => [at, again[index]]));
  return candidates.map((candidate, at) => anew.get(at) ?? candidate);
}

const awaitedOf = ({ awaited }: Candidate): string[] => awaited.filter(({ inFile }) => inFile).map(({ code }) => code);
