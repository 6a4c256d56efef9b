import type { Crud } from '#crud/model.ts';
import type { Transaction } from '#database';
import type { Problem } from '#http/problem.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { endWork, type ImportTask, type ImportWork, importWork } from '../steps/import-work.ts';
import { workInRounds } from '../steps/rounds.ts';
import { chunk, type Outcome, problemsOf, sumOf, writeResults } from '../steps/row-results.ts';
import { readImport } from '../stored-import.ts';
import { readRows, type StoredRow } from '../stored-row.ts';
import { assignProblemColumns } from '../values/locate.ts';
import { type Applying, type Brought, type Chunk, draftsOf, isOpen, judge, prepareApplying } from './judge.ts';
import { withReferences } from './references.ts';
import { writeItems } from './write.ts';

const written: Outcome[] = ['created', 'updated', 'proposed'];
const left: Outcome[] = ['conflicting', 'refused'];
const finished: Outcome[] = [...written, 'unchanged', ...left];

/** Writes the sound rows of an import that are not written yet. */
export async function applyImport(crud: Crud, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await importWork(crud, task);
  const { id } = work.stored;
  if (!work.over) {
    const done = await applyAll(work, task);
    await endWork(task, id, done, { status: 'applied' });
  }
  const { outcomes = {} } = (await readImport(db, id)) ?? {};
  return { rows: sumOf(outcomes, ...written), left: sumOf(outcomes, ...left) };
}

async function applyAll(work: ImportWork, task: ImportTask): Promise<number> {
  const { db } = task;
  const { id, outcomes, counts } = work.stored;
  const applying = await prepareApplying(db, work);
  // a code is known from then on, and waited for no more
  const settleCodes = (codes: string[], brought: Brought[]) => () => {
    for (const { kind, code } of brought) applying.reading.book.add(kind, code);
    for (const code of codes) applying.coming.delete(code);
  };
  return workInRounds<StoredRow>({
    ...{
      crud: work.crud,
      task,
      done: sumOf(outcomes, ...finished),
      total: (counts?.new ?? 0) + (counts?.changed ?? 0),
    },
    atOnce: 2,
    next: (after) => readRows(db, id, { after: after?.n ?? 0, limit: chunk, narrow: isOpen }),
    settle: async (trx, rows, last, afterCommit) => {
      const brought: Brought[] = [];
      const settled = await applyRows({ ...applying, trx, brought, last }, rows);
      afterCommit(settleCodes(codesOf(settled), brought));
      return settled.length;
    },
    refuse: async (trx, row, problem, afterCommit) => {
      await refuse(applying, trx, row, problem);
      afterCommit(settleCodes(codesOf([row]), []));
    },
  });
}

const codesOf = (rows: StoredRow[]) => rows.flatMap(({ code }) => code ?? []);

/** Applies rows; answers of which something became. */
async function applyRows(chunk: Chunk, rows: StoredRow[]): Promise<StoredRow[]> {
  const { items, refused } = await judge(chunk, rows);
  const ready = await withReferences(chunk, items, refused);
  const results = [
    ...(await writeItems(chunk, ready)),
    ...refused.map(({ row, outcome, problems }) => ({ n: row.n, was: null, outcome, problems })),
  ];
  await writeResults(chunk.trx, chunk.stored.id, results);
  const settled = new Set(results.map(({ n }) => n));
  return rows.filter(({ n }) => settled.has(n));
}

const conflicts = new Set<string>(['duplicateCode', 'duplicateRecord', 'proposalOpen', 'versionConflict']);

async function refuse(applying: Applying, trx: Transaction, row: StoredRow, problem: Problem): Promise<void> {
  const { entity, stored } = applying;
  const problems = problemsOf(problem);
  const [draft] = draftsOf(applying, [row]);
  if (draft) assignProblemColumns(entity, { draft, problems });
  const outcome = conflicts.has(problem.key) ? 'conflicting' : 'refused';
  await writeResults(trx, stored.id, [{ n: row.n, was: null, outcome, problems }]);
}
