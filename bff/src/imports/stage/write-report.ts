import type { CrudContext } from '#crud/model.ts';
import { transact } from '#database';
import { leaseWriter } from '#tasks/claims.ts';
import type { TaskContext } from '#tasks/kinds.ts';
import { assignProblemColumns } from '../columns/parse-raw-record.ts';
import { assertKeyColumn, toReadOptions } from '../options.ts';
import { presetOf } from '../presets/index.ts';
import type { ImportJobs } from '../process/jobs.ts';
import { openTable } from '../read/open-table.ts';
import { type ConfiguredImport, changeImport, readImport, type StoredImport } from '../stored-import.ts';
import { deleteRows, listColumn, readRows, type StoredRow } from '../stored-row.ts';
import { openFile } from '../upload.ts';
import { buildCandidates } from '../values/build-candidates.ts';
import { createRawRecordReader, readCodeIndex } from '../values/raw-record-reader.ts';
import { classify, loadStagingContext } from './classify.ts';
import { addAwaitedReferences, duplicateInFile, findPreferredLines, takeUnresolvableRows } from './file-index.ts';
import { createStager, type Report, type StagingWork } from './stager.ts';
import { addToCounts, toCountColumns, toRow } from './to-row.ts';

const CHUNK_ROWS = 500;

/** Refuses also the first of several rows with the same key, so that a person has to choose one of them. */
async function refuseRepeatedKeys(work: StagingWork, report: Report): Promise<void> {
  const { firstRepeatLineByRow, awaitedReferences } = report;
  const repeatedNumbers = [...firstRepeatLineByRow.keys()];
  for (let at = 0; at < repeatedNumbers.length; at += CHUNK_ROWS)
    await refuseRows(work, report, repeatedNumbers.slice(at, at + CHUNK_ROWS));
  awaitedReferences.rows.take((n) => firstRepeatLineByRow.has(n));
}

async function refuseRows(
  work: StagingWork,
  { counts, awaitedReferences, firstRepeatLineByRow, bytesRead }: Report,
  numbers: number[],
): Promise<void> {
  const { task, importId, staging, readRawRecords } = work;
  const rows = await readRows(task.db, importId, {
    limit: numbers.length,
    filter: (rows) => rows.whereIn('import_row.n', numbers),
  });
  const refused = rows.map((row): StoredRow => {
    const rawRecord = readRawRecords(row)[row.indexInLine];
    const { entity } = staging.context;
    const problem = duplicateInFile(`/${entity.keyFields.at(-1)}`, firstRepeatLineByRow.get(row.n) ?? row.line);
    if (rawRecord) assignProblemColumns(entity, { rawRecord, problems: [problem] });
    return { ...row, state: 'refused', problems: [problem, ...row.problems], missingForApproval: [] };
  });
  for (const [at, row] of rows.entries()) {
    addToCounts(counts, row, -1);
    addToCounts(counts, refused[at] ?? row);
    awaitedReferences.newCodes.delete(row.code ?? '');
  }
  await rewriteRows(work, refused, bytesRead);
}

/**
 * Evaluates rows again whose references the file does not resolve, until none are left: each row that this refuses may be one for which
 * another row waits.
 */
async function reevaluateUnresolvableRows(work: StagingWork, report: Report): Promise<void> {
  for (
    let numbers = takeUnresolvableRows(report.awaitedReferences);
    numbers.length > 0;
    numbers = takeUnresolvableRows(report.awaitedReferences)
  )
    for (let at = 0; at < numbers.length; at += CHUNK_ROWS)
      await reevaluate(work, report, numbers.slice(at, at + CHUNK_ROWS));
}

async function reevaluate(
  work: StagingWork,
  { counts, awaitedReferences, bytesRead }: Report,
  numbers: number[],
): Promise<void> {
  const { task, importId, staging, readRawRecords } = work;
  const context = { ...staging.context, mayFileCreate: (code: string) => awaitedReferences.newCodes.has(code) };
  const rows = await readRows(task.db, importId, {
    limit: numbers.length,
    filter: (rows) => rows.whereIn('import_row.n', numbers),
  });
  const readable = rows.flatMap((row) => {
    const rawRecord = readRawRecords(row)[row.indexInLine];
    return rawRecord ? [{ row, rawRecord }] : [];
  });
  const candidates = await buildCandidates(
    task.db,
    context,
    readable.map(({ rawRecord }) => rawRecord),
  );
  const states = await classify(task.db, { ...staging, context }, candidates);
  const reevaluatedRows: StoredRow[] = [];
  for (const [at, { row }] of readable.entries()) {
    const [candidate, state] = [candidates[at], states[at]];
    if (!candidate || !state) continue;
    const reevaluated = toRow(row, candidate, state);
    if (state === 'refused' || state === 'conflicting') awaitedReferences.newCodes.delete(row.code ?? '');
    addAwaitedReferences(awaitedReferences, context.entity, reevaluated, candidate);
    addToCounts(counts, row, -1);
    addToCounts(counts, reevaluated);
    reevaluatedRows.push(reevaluated);
  }
  await rewriteRows(work, reevaluatedRows, bytesRead);
}

/** Updates the evaluation of rows after the whole file has been read. */
const rewriteRows = ({ task, importId }: StagingWork, rows: StoredRow[], bytesRead: number) =>
  transact(task.db, async (trx) => {
    for (const { n, state, problems, missingForApproval } of rows)
      await trx('import_row')
        .where({ import_id: importId, n })
        .update({ state, problems: listColumn(problems), missing: listColumn(missingForApproval) });
    await task.progress(bytesRead, undefined, undefined, trx);
  });

type StageJob = ImportJobs['stage'];
type StageTask = Pick<TaskContext, 'db' | 'progress' | 'release'>;
/**
 * Compares a whole file with the current records and writes its report. A run after a crash begins from the start.
 * @param onProgress called after each chunk
 * @throws FileFault if the file cannot be read; TaskAborted if another process has taken over the task
 */
export async function writeReport(
  crud: CrudContext,
  { importId, lease }: StageJob['params'],
  onProgress: () => void,
): Promise<StageJob['result']> {
  const { db } = crud;
  const writer = leaseWriter(db, lease);
  const progress: StageTask['progress'] = async (...args) => {
    await writer.progress(...args);
    onProgress();
  };
  const task = { db, progress, release: writer.release };
  const stored = await readImport(db, importId);
  if (!stored?.options) throw new Error(`Import ${importId} has no options for reading its file.`);
  const report = await readReport(crud, task, { ...stored, options: stored.options });
  await storeReport(task, stored, report);
  return { rows: report.rows };
}

async function readReport(crud: CrudContext, task: StageTask, stored: ConfiguredImport): Promise<Report> {
  const { db, progress } = task;
  const { id, entity, options, bytes } = stored;
  await progress(0, bytes);
  await deleteRows(db, id, () => progress(0));
  const openFileTable = () => openTable(() => openFile(db, id), toReadOptions(entity, options));
  const table = await openFileTable();
  try {
    const staging = await loadStagingContext({ ...crud, db }, stored);
    assertKeyColumn(staging.context.entity, options);
    const layout = { columns: table.columns, options, preset: presetOf(entity, options) };
    const lines = async () => (await openFileTable()).lines;
    const readRawRecords = createRawRecordReader(layout, await readCodeIndex(layout, lines));
    const preferredLineOf = await findPreferredLines(staging.context.entity, layout, lines);
    const work = { task, importId: id, staging, readRawRecords, preferredLineOf };
    const stager = createStager(work, table.columns.length);
    for await (const lines of table.lines) await stager.take(lines, table.bytesRead());
    const report = await stager.end(table.bytesRead());
    await refuseRepeatedKeys(work, report);
    await reevaluateUnresolvableRows(work, report);
    return report;
  } finally {
    // without effect once all lines are read
    await table.close();
  }
}

/** Stores the report together with the task's progress, so that a process without the lease writes nothing. */
const storeReport = ({ db, progress, release }: StageTask, { id, bytes }: StoredImport, { counts }: Report) =>
  transact(db, async (trx) => {
    await progress(bytes, bytes, undefined, trx);
    await changeImport(trx, id, {
      status: 'staged',
      fault: null,
      ...toCountColumns(counts),
      stage_time: trx.raw('NOW(3)'),
    });
    await release(trx);
  });
