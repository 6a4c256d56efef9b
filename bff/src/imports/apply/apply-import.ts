import type { Crud } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { Problem } from '#http/problem.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { assignProblemColumns } from '../columns/parse-draft.ts';
import { endWork, type ImportTask, type ImportWork, loadImportWork } from '../steps/import-work.ts';
import { workInRounds } from '../steps/rounds.ts';
import { CHUNK_ROWS, countOutcomes, type Outcome, problemsOf, writeResults } from '../steps/row-results.ts';
import { readImport } from '../stored-import.ts';
import { readRows, type StoredRow } from '../stored-row.ts';
import { createMissingReferences } from './create-references.ts';
import {
  type ApplyChunk,
  type ApplyContext,
  type CreatedCode,
  draftsOf,
  isOpen,
  judgeRows,
  prepareApplying,
} from './judge-rows.ts';
import { writeItems } from './write.ts';

const WRITTEN: Outcome[] = ['created', 'updated', 'proposed'];
const LEFT: Outcome[] = ['conflicting', 'refused'];
const FINISHED: Outcome[] = [...WRITTEN, 'unchanged', ...LEFT];

/** Writes the sound rows of an import that are not written yet. */
export async function applyImport(crud: Crud, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task);
  const { id } = work.stored;
  if (!work.isOver) {
    const done = await applyAll(work, task);
    await endWork(task, id, done, { status: 'applied' });
  }
  const { outcomes = {} } = (await readImport(db, id)) ?? {};
  return { rows: countOutcomes(outcomes, ...WRITTEN), left: countOutcomes(outcomes, ...LEFT) };
}

async function applyAll(work: ImportWork, task: ImportTask): Promise<number> {
  const { db } = task;
  const { id, outcomes, counts } = work.stored;
  const applying = await prepareApplying(db, work);
  // a code is known from then on, and waited for no more
  const publishCodes = (codes: string[], createdCodes: CreatedCode[]) => () => {
    for (const { kind, code } of createdCodes) applying.context.resolver.add(kind, code);
    for (const code of codes) applying.expectedCodes.delete(code);
  };
  return workInRounds<StoredRow>({
    ...{
      crud: work.crud,
      task,
      done: countOutcomes(outcomes, ...FINISHED),
      total: (counts?.new ?? 0) + (counts?.changed ?? 0),
    },
    parallelChunks: 2,
    readNext: (after) => readRows(db, id, { after: after?.n ?? 0, limit: CHUNK_ROWS, filter: isOpen }),
    processRows: async (trx, rows, isLastRound, afterCommit) => {
      const createdCodes: CreatedCode[] = [];
      const settled = await applyRows({ ...applying, trx, createdCodes, isLastRound }, rows);
      afterCommit(publishCodes(codesOf(settled), createdCodes));
      return settled.length;
    },
    refuseRow: async (trx, row, problem, afterCommit) => {
      await refuse(applying, trx, row, problem);
      afterCommit(publishCodes(codesOf([row]), []));
    },
  });
}

const codesOf = (rows: StoredRow[]) => rows.flatMap(({ code }) => code ?? []);

/** Applies rows; answers of which something became. */
async function applyRows(chunk: ApplyChunk, rows: StoredRow[]): Promise<StoredRow[]> {
  const { items, refused } = await judgeRows(chunk, rows);
  const writableItems = await createMissingReferences(chunk, items, refused);
  const results = [
    ...(await writeItems(chunk, writableItems)),
    ...refused.map(({ row, outcome, problems }) => ({ n: row.n, previousOutcome: null, outcome, problems })),
  ];
  await writeResults(chunk.trx, chunk.stored.id, results);
  const settled = new Set(results.map(({ n }) => n));
  return rows.filter(({ n }) => settled.has(n));
}

const CONFLICT_KEYS = new Set<string>(['duplicateCode', 'duplicateRecord', 'proposalOpen', 'versionConflict']);

async function refuse(applying: ApplyContext, trx: Transaction, row: StoredRow, problem: Problem): Promise<void> {
  const { entity, stored } = applying;
  const problems = problemsOf(problem);
  const [draft] = draftsOf(applying, [row]);
  if (draft) assignProblemColumns(entity, { draft, problems });
  const outcome = CONFLICT_KEYS.has(problem.key) ? 'conflicting' : 'refused';
  await writeResults(trx, stored.id, [{ n: row.n, previousOutcome: null, outcome, problems }]);
}
