import type { Crud } from '#crud/crud.ts';
import { transact } from '#database';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { expectKey, presetOf, toReadOptions } from '../options.ts';
import { openFile } from '../parts.ts';
import { openTable } from '../read/open-table.ts';
import { changeImport, type ImportOptions, readImport, type StoredImport } from '../stored-import.ts';
import { deleteRows } from '../stored-row.ts';
import { FileFault } from '../types.ts';
import { createDrafting, indexOfCodes } from '../values/drafting.ts';
import { settleWaiting } from './settle-waiting.ts';
import { createStager, type Report } from './stager.ts';
import { stagingOf } from './staging-of.ts';

type Task = TaskContext<{ import: { id: number } }>;
type Readable = StoredImport & { options: ImportOptions };

/** Compares a whole file with what is there and writes its report, from the start by whoever takes it up. */
export async function stageImport(crud: Crud, task: Task): Promise<TaskResult> {
  const { db, id } = task;
  const stored = await readImport(db, task.params.import.id);
  // a run before this one may have ended the work and died before it could say so
  if (stored?.taskId === id && stored.status === 'staged') return {};
  if (stored?.taskId !== id || stored.status !== 'staging' || !stored.options)
    throw new TaskFailure('importFault', 'The import is not waiting for this any more.');
  try {
    const report = await reportOn(crud, task, { ...stored, options: stored.options });
    await finish(task, stored, report);
    return { rows: report.rows };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await fail(task, stored, error);
    throw new TaskFailure('importFault', `The file cannot be read: ${error.key}`);
  }
}

async function reportOn(crud: Crud, task: Task, stored: Readable): Promise<Report> {
  const { db, progress } = task;
  const { id, entity, options, bytes } = stored;
  await progress(0, bytes);
  await deleteRows(db, id, () => progress(0));
  const open = () => openTable(() => openFile(db, id), toReadOptions(entity, options));
  const table = await open();
  const staging = await stagingOf({ ...crud, db }, stored);
  expectKey(staging.reading.entity, options);
  const layout = { columns: table.columns, options, preset: presetOf(entity, options) };
  const drafting = createDrafting(layout, await indexOfCodes(layout, async () => (await open()).lines));
  const work = { task, importId: id, staging, drafting };
  const stager = createStager(work, table.columns.length);
  for await (const lines of table.lines) await stager.take(lines, table.bytesRead());
  const report = await stager.end(table.bytesRead());
  await settleWaiting(work, report);
  return report;
}

/** Each with the task's progress: who has lost the task writes nothing. */
const finish = ({ db, progress, release }: Task, { id, bytes }: StoredImport, { counts }: Report) =>
  transact(db, async (trx) => {
    await progress(bytes, bytes, undefined, trx);
    await changeImport(trx, id, { status: 'staged', fault: null, counts, stage_time: trx.raw('NOW(3)') });
    await release(trx);
  });

const fail = ({ db, progress, release }: Task, { id }: StoredImport, { key, fill }: FileFault) =>
  transact(db, async (trx) => {
    await progress(0, undefined, undefined, trx);
    await changeImport(trx, id, { status: 'failed', fault: { key, ...fill } });
    await release(trx);
  });
