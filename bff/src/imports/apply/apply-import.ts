import type { CrudContext } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { Problem } from '#http/problem.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { assignProblemColumns } from '../columns/parse-raw-record.ts';
import { endWork, type ImportTask, type ImportWork, loadImportWork } from '../steps/import-work.ts';
import { workInRounds } from '../steps/rounds.ts';
import { CHUNK_ROWS, countOutcomes, type Outcome, toCellProblems, writeResults } from '../steps/row-results.ts';
import { readImport } from '../stored-import.ts';
import { readRows, type StoredRow } from '../stored-row.ts';
import {
  type ApplyChunk,
  type ApplyContext,
  type CreatedCode,
  compareWithCurrent,
  filterUnappliedRows,
  loadApplyContext,
  rawRecordsOf,
} from './compare-rows.ts';
import { createMissingReferences } from './create-references.ts';
import { writeItems } from './write.ts';

const WRITTEN_OUTCOMES: Outcome[] = ['created', 'updated', 'proposed'];
const UNWRITTEN_OUTCOMES: Outcome[] = ['conflicting', 'refused'];
const FINAL_OUTCOMES: Outcome[] = [...WRITTEN_OUTCOMES, 'unchanged', ...UNWRITTEN_OUTCOMES];

/** Applies the valid rows of an import that have no outcome yet. */
export async function applyImport(crud: CrudContext, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task, 'importApply');
  const { id } = work.stored;
  if (!work.isFinished) {
    const done = await applyAll(work, task);
    await endWork(task, id, done, { status: 'applied' });
  }
  const { outcomes = {} } = (await readImport(db, id)) ?? {};
  return { rows: countOutcomes(outcomes, ...WRITTEN_OUTCOMES), left: countOutcomes(outcomes, ...UNWRITTEN_OUTCOMES) };
}

async function applyAll(work: ImportWork, task: ImportTask): Promise<number> {
  const { db } = task;
  const { id, outcomes, counts } = work.stored;
  const applyContext = await loadApplyContext(db, work);
  // later chunks can resolve references to these codes and need not wait for them
  const publishCodes = (codes: string[], createdCodes: CreatedCode[]) => () => {
    for (const { entityKey, code } of createdCodes) applyContext.context.resolver.add(entityKey, code);
    for (const code of codes) applyContext.expectedCodes.delete(code);
  };
  return workInRounds<StoredRow>({
    crud: work.crud,
    task,
    done: countOutcomes(outcomes, ...FINAL_OUTCOMES),
    total: (counts?.new ?? 0) + (counts?.changed ?? 0),
    parallelChunks: 2,
    readNext: (after) => readRows(db, id, { after: after?.n ?? 0, limit: CHUNK_ROWS, filter: filterUnappliedRows }),
    processRows: async (trx, rows, isLastRound, afterCommit) => {
      const createdCodes: CreatedCode[] = [];
      const finishedRows = await applyRows({ ...applyContext, trx, createdCodes, isLastRound }, rows);
      afterCommit(publishCodes(codesOf(finishedRows), createdCodes));
      return finishedRows.length;
    },
    refuseRow: async (trx, row, problem, afterCommit) => {
      await storeRefusal(applyContext, trx, row, problem);
      afterCommit(publishCodes(codesOf([row]), []));
    },
  });
}

const codesOf = (rows: StoredRow[]) => rows.flatMap(({ code }) => code ?? []);

/** Applies rows and returns those that now have an outcome. */
async function applyRows(chunk: ApplyChunk, rows: StoredRow[]): Promise<StoredRow[]> {
  const { items, refused } = await compareWithCurrent(chunk, rows);
  const writableRows = await createMissingReferences(chunk, items, refused);
  const results = [
    ...(await writeItems(chunk, writableRows)),
    ...refused.map(({ row, outcome, problems }) => ({ n: row.n, previousOutcome: null, outcome, problems })),
  ];
  await writeResults(chunk.trx, chunk.stored.id, results);
  const finishedNumbers = new Set(results.map(({ n }) => n));
  return rows.filter(({ n }) => finishedNumbers.has(n));
}

const CONFLICT_KEYS = new Set<string>(['duplicateCode', 'duplicateRecord', 'proposalOpen', 'versionConflict']);

async function storeRefusal(
  applyContext: ApplyContext,
  trx: Transaction,
  row: StoredRow,
  problem: Problem,
): Promise<void> {
  const { entity, stored } = applyContext;
  const problems = toCellProblems(problem);
  const [rawRecord] = rawRecordsOf(applyContext, [row]);
  if (rawRecord) assignProblemColumns(entity, { rawRecord, problems });
  const outcome = CONFLICT_KEYS.has(problem.key) ? 'conflicting' : 'refused';
  await writeResults(trx, stored.id, [{ n: row.n, previousOutcome: null, outcome, problems }]);
}
