import type { Crud } from '#crud/model.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { type DoneRow, rowsBefore } from '../steps/done-rows.ts';
import { endWork } from '../steps/end-work.ts';
import { type ImportTask, importWork } from '../steps/import-work.ts';
import { workInRounds } from '../steps/rounds.ts';
import { type Outcome, problemsOf, sumOf, writeResults } from '../steps/row-results.ts';
import { readImport } from '../stored-import.ts';
import { release } from '../waiting.ts';
import { countReferences, revertReferences } from './revert-references.ts';
import { revertRows } from './revert-rows.ts';

const written: Outcome[] = ['created', 'updated', 'proposed'];
const reverted: Outcome[] = ['removed', 'restored'];

/** Takes back what an import wrote, the last rows first. */
export async function revertImport(crud: Crud, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await importWork(crud, task);
  const { id, outcomes } = work.stored;
  if (!work.over) {
    const references = await countReferences(db, id);
    const before = sumOf(outcomes, ...reverted, 'kept');
    const total = before + sumOf(outcomes, ...written) + references;
    const done = await workInRounds<DoneRow>({
      ...{ crud, task, done: before, total },
      next: (after) => rowsBefore(db, id, written, after?.n),
      settle: (trx, rows, last) => revertRows(work, trx, rows, last),
      refuse: (trx, { n, outcome: was }, problem) =>
        writeResults(trx, id, [{ n, was, outcome: 'kept', problems: problemsOf(problem) }]),
    });
    await revertReferences(work, task, { done, total });
    await release(db, work.stored, () => task.progress(total));
    const { by } = work.asked;
    await endWork(task, id, total, {
      ...{ status: 'reverted', reverted_by: by.username, revert_time: db.raw('NOW(3)') },
    });
  }
  const { outcomes: now = {} } = (await readImport(db, id)) ?? {};
  return { rows: sumOf(now, ...reverted), left: sumOf(now, 'kept') };
}
