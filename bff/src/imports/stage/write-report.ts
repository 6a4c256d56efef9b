import type { Crud } from '#crud/model.ts';
import { transact } from '#database';
import { leaseWriter } from '#tasks/claims.ts';
import type { TaskContext } from '#tasks/kinds.ts';
import { expectKey, presetOf, toReadOptions } from '../options.ts';
import { openFile } from '../parts.ts';
import type { ImportJobs } from '../process/jobs.ts';
import { openTable } from '../read/open-table.ts';
import { changeImport, type ImportOptions, readImport, type StoredImport } from '../stored-import.ts';
import { deleteRows } from '../stored-row.ts';
import { createDrafting, indexOfCodes } from '../values/drafting.ts';
import { findPrimaryLines } from './primary-rows.ts';
import { refuseRepeated } from './refuse-repeated.ts';
import { settleWaiting } from './settle-waiting.ts';
import { createStager, type Report } from './stager.ts';
import { stagingOf } from './staging-of.ts';

type Stage = ImportJobs['stage'];
type Task = Pick<TaskContext, 'db' | 'progress' | 'release'>;
type Readable = StoredImport & { options: ImportOptions };

/**
 * Compares a whole file with what is there and writes its report, from the start by whoever takes it up.
 * @param onProgress called after each chunk
 * @throws FileFault where the file cannot be read; Interruption where the task is another's by now
 */
export async function writeReport(
  crud: Crud,
  { importId, lease }: Stage['params'],
  onProgress: () => void,
): Promise<Stage['result']> {
  const { db } = crud;
  const writer = leaseWriter(db, lease);
  const progress: Task['progress'] = async (...args) => {
    await writer.progress(...args);
    onProgress();
  };
  const task = { db, progress, release: writer.release };
  const stored = await readImport(db, importId);
  if (!stored?.options) throw new Error(`Import ${importId} has no options to be read by.`);
  const report = await reportOn(crud, task, { ...stored, options: stored.options });
  await finish(task, stored, report);
  return { rows: report.rows };
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
  const lines = async () => (await open()).lines;
  const drafting = createDrafting(layout, await indexOfCodes(layout, lines));
  const primaryLineOf = await findPrimaryLines(staging.reading.entity, layout, lines);
  const work = { task, importId: id, staging, drafting, primaryLineOf };
  const stager = createStager(work, table.columns.length);
  for await (const lines of table.lines) await stager.take(lines, table.bytesRead());
  const report = await stager.end(table.bytesRead());
  await refuseRepeated(work, report);
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
