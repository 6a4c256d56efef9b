import type { CrudContext } from '#crud/model.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { addToCounts, type Counts, toCountColumns, zeroCounts } from '../stage/to-row.ts';
import {
  assertStatus,
  changeImport,
  lockWritableImport,
  readVisibleImport,
  type StoredImport,
  withContributor,
} from '../stored-import.ts';
import { type RowState, readRows, type StoredRow } from '../stored-row.ts';
import {
  type Edit,
  type EditedLine,
  editLines,
  findAlikeLines,
  MAX_ALIKE_LINES,
  writeLines,
  writeRows,
} from './edit-lines.ts';
import { countRecordsInLine, type EvaluationContext, loadEvaluationContext } from './evaluate-rows.ts';
import { type Change, reevaluateRows } from './reevaluate-rows.ts';

type Body = Schemas['ImportCorrection'];

export interface CorrectionResult {
  stored: StoredImport;
  rows: number;
  left: number;
}

/**
 * Corrects cells of a report, excludes or includes rows, and evaluates the affected rows again. The import is locked meanwhile, so that
 * nobody stages or applies it and corrections of two people happen one after the other.
 */
export const correctImport = (
  crud: CrudContext,
  { path, body, caller }: Request<'correctImport'>,
): Promise<CorrectionResult> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'staged');
    const { options } = stored;
    if (!options) throw new Problem('invalidTransition');
    const { edits, left } = await readEdits(trx, stored, body);
    const evaluation = await loadEvaluationContext({ ...crud, db: trx }, { ...stored, options });
    const changes = await toChanges(evaluation, edits, body.rows ?? []);
    const counts = { ...zeroCounts(), ...stored.counts };
    await reevaluateRows(evaluation, changes, (round) => storeRound(trx, path.id, counts, round));
    // a new stage time tells clients that the report has changed
    await changeImport(trx, path.id, {
      ...toCountColumns(counts),
      stage_time: trx.raw('NOW(3)'),
      ...withContributor(stored, caller.id),
    });
    return { stored: await readVisibleImport(trx, path.id, caller), rows: changes.length, left };
  });

/** The edits that the body asks for. @throws Problem 422 for a column that the file does not have */
async function readEdits(trx: Transaction, stored: StoredImport, { cells = [], alike }: Body) {
  const columns = stored.columns ?? [];
  const problems: FieldProblem[] = [];
  const columnOf = (name: string, pointer: string) => {
    const column = columns.indexOf(name);
    if (column < 0) problems.push({ pointer, rule: 'enum' });
    return column;
  };
  const edits: Edit[] = cells.map(({ row, column, from, to }, index) => ({
    row,
    from,
    to,
    column: columnOf(column, `/cells/${index}/column`),
    pointer: `/cells/${index}`,
  }));
  const alikeEdit = alike && { ...alike, column: columnOf(alike.column, '/alike/column') };
  if (problems.length > 0) throw invalid(...problems);
  if (!alikeEdit) return { edits, left: 0 };
  const { rows, total } = await findAlikeLines(trx, stored.id, alikeEdit);
  const { column, from, to } = alikeEdit;
  edits.push(...rows.map((row) => ({ row, column, from, to, pointer: '/alike' })));
  return { edits, left: Math.max(0, total - MAX_ALIKE_LINES) };
}

/** Pairs each affected row with its corrected state. Editing a line affects all of its rows. */
async function toChanges(
  evaluation: EvaluationContext,
  edits: Edit[],
  exclusions: NonNullable<Body['rows']>,
): Promise<Change[]> {
  const { db, importId } = evaluation;
  const requestedNumbers = [...new Set([...edits, ...exclusions].map(({ row }) => row))];
  const requestedRows = await readRows(db, importId, {
    limit: requestedNumbers.length,
    filter: (rows) => rows.whereIn('import_row.n', requestedNumbers),
  });
  if (requestedRows.length < requestedNumbers.length) throw new Problem('notFound');
  const lines = editLines(evaluation.width, edits, requestedRows);
  const affectedRows = await readRowsOfLines(evaluation, [...lines.keys()], requestedRows);
  for (const { before, after } of lines.values()) {
    // rows are matched to records by their order in the line, so an edit must not change the number of records
    if (countRecordsInLine(evaluation, before) !== countRecordsInLine(evaluation, after)) {
      const pointer = edits.find(({ row }) => row === before.n)?.pointer;
      throw invalid({ pointer: `${pointer}/to`, rule: 'fixed' });
    }
  }
  await writeLines(db, importId, lines);
  const exclusionByRow = new Map(exclusions.map(({ row, excluded }) => [row, excluded]));
  return affectedRows.map((before): Change => {
    const line = lines.get(before.n - before.indexInLine)?.after;
    const isExcluded = exclusionByRow.get(before.n) ?? before.state === 'excluded';
    // a row that is included again is evaluated anew, whatever its state was before
    const state: RowState = isExcluded ? 'excluded' : before.state === 'excluded' ? 'refused' : before.state;
    const after = {
      ...before,
      ...(line && correctedCells(before, line)),
      state,
      ...(isExcluded && { missingForApproval: [] }),
    };
    return { before, after };
  });
}

function correctedCells({ problems }: StoredRow, { cells, fileCells, restoredProblems }: EditedLine['after']) {
  const isCorrected = Object.keys(fileCells).length > 0;
  return { cells, fileCells: isCorrected ? fileCells : undefined, problems: [...problems, ...restoredProblems] };
}

async function readRowsOfLines(
  { db, importId }: EvaluationContext,
  firstRowNumbers: number[],
  requestedRows: StoredRow[],
): Promise<StoredRow[]> {
  if (firstRowNumbers.length === 0) return requestedRows;
  const rowsOfLines = await readRows(db, importId, {
    limit: 2 ** 16,
    filter: (rows) => rows.whereIn('first_row_of_line.n', firstRowNumbers),
  });
  return [...new Map([...requestedRows, ...rowsOfLines].map((row) => [row.n, row])).values()];
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
