import type { Crud } from '#crud/model.ts';
import { type Transaction, transact } from '#database';
import type { Request } from '#http/operation-types.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { release } from '../import-reviews.ts';
import { startWork } from '../start-work.ts';
import { endWork, type ImportTask, type ImportWork, importWork } from '../steps/import-work.ts';
import { lockAll, workInRounds } from '../steps/rounds.ts';
import { type DoneRow, type Outcome, problemsOf, rowsBefore, sumOf, writeResults } from '../steps/row-results.ts';
import { expectStatus, lockVisibleImport, readImport, readVisibleImport, type StoredImport } from '../stored-import.ts';
import { countReferences, removeCreated, revertReferences } from './remove-created.ts';
import { restoreChanged } from './restore-changed.ts';
import type { Fates, Reverting, Written } from './reverting.ts';
import { takeBackProposals } from './take-back-proposals.ts';

/** Takes back what rows have written; answers of how many, the others are still referred to. */
async function revertRows(work: ImportWork, trx: Transaction, rows: DoneRow[], last: boolean): Promise<number> {
  const { entity, stored } = work;
  const reverting: Reverting = { ...work, trx };
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockAll(trx, entity, ids);
  const toWritten = ({ recordId, version }: DoneRow): Written => ({
    ...{ recordId, version },
    current: records.get(recordId),
  });
  const of = (outcome: DoneRow['outcome']) => rows.filter((row) => row.outcome === outcome);

  const decided: Fates = new Map();
  const approved = await takeBackProposals(reverting, of('proposed'), decided);
  const restored = await restoreChanged(reverting, [...of('updated'), ...approved].map(toWritten));
  const removed = await removeCreated(reverting, of('created').map(toWritten), last);
  const fates = new Map([...decided, ...restored, ...removed]);
  const results = rows.flatMap(({ n, outcome: was, recordId }) => {
    const fate = fates.get(recordId);
    return fate ? [{ ...fate, n, was }] : [];
  });
  await writeResults(trx, stored.id, results);
  return results.length;
}

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

/** Puts what an import did to be taken back. */
export const beginReverting = (crud: Crud, request: Request<'revertImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller, 'import');
    expectStatus(stored, 'applied');
    await startWork(trx, request, stored, 'reverting', { asked: { by: { id: caller.id, username: caller.username } } });
    return readVisibleImport(trx, path.id, caller);
  });
