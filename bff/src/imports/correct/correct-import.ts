import type { Crud } from '#crud/model.ts';
import { type Transaction, transactFor } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { addToCounts, type Counts, toStoredCounts, zeroCounts } from '../stage/to-row.ts';
import {
  addContributor,
  assertStatus,
  changeImport,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { type RowState, readRows, type StoredRow } from '../stored-row.ts';
import {
  type Edit,
  type EditedLine,
  editLines,
  findAlike,
  MAX_ALIKE_LINES,
  writeLines,
  writeRows,
} from './edit-lines.ts';
import { type JudgeContext, loadJudgeContext, recordsIn } from './judge-rows.ts';
import { type Change, rejudgeRows } from './rejudge-rows.ts';

type Body = Schemas['ImportCorrection'];

export interface Corrected {
  stored: StoredImport;
  rows: number;
  left: number;
}

/**
 * Sets cells of a report, leaves rows out or takes them in, and judges anew what that concerns. The import is locked meanwhile, so that
 * nobody stages or applies it and two people correct one after the other.
 */
export const correctImport = (crud: Crud, { path, body, caller }: Request<'correctImport'>): Promise<Corrected> =>
  transactFor(caller, crud.db, async (trx) => {
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    assertStatus(stored, 'staged');
    const { options } = stored;
    if (!options) throw new Problem('invalidTransition');
    const { edits, left } = await editsOf(trx, stored, body);
    const judging = await loadJudgeContext({ ...crud, db: trx }, { ...stored, options });
    const changes = await changesOf(judging, edits, body.rows ?? []);
    const counts = { ...zeroCounts(), ...stored.counts };
    await rejudgeRows(judging, changes, (round) => storeRound(trx, path.id, counts, round));
    // the report says something else from now on
    await changeImport(trx, path.id, {
      counts: toStoredCounts(counts),
      stage_time: trx.raw('NOW(3)'),
      ...addContributor(stored, caller.id),
    });
    return { stored: await readVisibleImport(trx, path.id, caller), rows: changes.length, left };
  });

/** What the body asks for, by lines; throws 422 at a column that the file does not have. */
async function editsOf(trx: Transaction, stored: StoredImport, { cells = [], alike }: Body) {
  const columns = stored.columns ?? [];
  const problems: FieldProblem[] = [];
  const columnOf = (name: string, pointer: string) => {
    const column = columns.indexOf(name);
    if (column < 0) problems.push({ pointer, rule: 'enum' });
    return column;
  };
  const edits: Edit[] = cells.map(({ row, column, from, to }, at) => ({
    ...{ row, from, to, column: columnOf(column, `/cells/${at}/column`), pointer: `/cells/${at}` },
  }));
  const isExcluded = alike && { ...alike, column: columnOf(alike.column, '/alike/column') };
  if (problems.length > 0) throw invalid(...problems);
  if (!isExcluded) return { edits, left: 0 };
  const { rows, total } = await findAlike(trx, stored.id, isExcluded);
  const { column, from, to } = isExcluded;
  edits.push(...rows.map((row) => ({ row, column, from, to, pointer: '/alike' })));
  return { edits, left: Math.max(0, total - MAX_ALIKE_LINES) };
}

/** The rows as they are and as they are to be: of a line all that it holds. */
async function changesOf(
  judging: JudgeContext,
  edits: Edit[],
  exclusions: NonNullable<Body['rows']>,
): Promise<Change[]> {
  const { db, importId } = judging;
  const askedNumbers = [...new Set([...edits, ...exclusions].map(({ row }) => row))];
  const askedRows = await readRows(db, importId, {
    limit: askedNumbers.length,
    filter: (rows) => rows.whereIn('import_row.n', askedNumbers),
  });
  if (askedRows.length < askedNumbers.length) throw new Problem('notFound');
  const lines = editLines(judging.width, edits, askedRows);
  const all = await rowsOfLines(judging, [...lines.keys()], askedRows);
  for (const { before, after } of lines.values()) {
    // a row stands for the same record of its line as before
    if (recordsIn(judging, before) !== recordsIn(judging, after)) {
      const pointer = edits.find(({ row }) => row === before.n)?.pointer;
      throw invalid({ pointer: `${pointer}/to`, rule: 'fixed' });
    }
  }
  await writeLines(db, importId, lines);
  const excluded = new Map(exclusions.map(({ row, excluded }) => [row, excluded]));
  return all.map((before): Change => {
    const line = lines.get(before.n - before.nth)?.after;
    const isExcluded = excluded.get(before.n) ?? before.state === 'excluded';
    // whatever it was before it was left out
    const state: RowState = isExcluded ? 'excluded' : before.state === 'excluded' ? 'refused' : before.state;
    const after = { ...before, ...(line && correctedCells(before, line)), state, ...(isExcluded && { missing: [] }) };
    return { before, after };
  });
}

function correctedCells({ problems }: StoredRow, { cells, fileCells, found }: EditedLine['after']) {
  const isCorrected = Object.keys(fileCells).length > 0;
  return { cells, fileCells: isCorrected ? fileCells : undefined, problems: [...problems, ...found] };
}

async function rowsOfLines(
  { db, importId }: JudgeContext,
  firstNumbers: number[],
  askedRows: StoredRow[],
): Promise<StoredRow[]> {
  if (firstNumbers.length === 0) return askedRows;
  const others = await readRows(db, importId, {
    limit: 2 ** 16,
    filter: (rows) => rows.whereIn('first.n', firstNumbers),
  });
  return [...new Map([...askedRows, ...others].map((row) => [row.n, row])).values()];
}

async function storeRound(trx: Transaction, importId: number, counts: Counts, changes: Change[]): Promise<void> {
  for (const { before, after } of changes) {
    addToCounts(counts, before, -1);
    addToCounts(counts, after);
  }
  await writeRows(
    trx,
    importId,
    changes.map(({ after }) => after),
  );
}
