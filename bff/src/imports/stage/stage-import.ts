import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { type Transaction, transact, transactWithinTimeLimit } from '#database';
import type { Request } from '#http/operation-types.ts';
import { Problem } from '#http/problem.ts';
import { type TaskContext, TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { FileFault } from '../file-model.ts';
import type { ImportProcesses } from '../process/import-processes.ts';
import {
  assertStatus,
  type ConfiguredImport,
  changeImport,
  lockWritableImport,
  readImport,
  readVisibleImport,
  type StoredImport,
  withContributor,
} from '../stored-import.ts';
import { listColumn, readRows, type StoredRow } from '../stored-row.ts';
import { buildRowCandidate, classify, loadStagingContext } from './classify.ts';
import { duplicateInFile } from './file-index.ts';
import { addToCounts, toCountColumns, toRow, zeroCounts } from './to-row.ts';

type StageTask = TaskContext<{ import: { id: number } }>;

/** Twice the minute for which a chunk may wait for locks on records. */
const MAX_SILENCE_MS = 120_000;

/** Lets a process write the report on a file, and stores the fault of one that cannot be read. */
export async function stageImport(processes: ImportProcesses, task: StageTask): Promise<TaskResult> {
  const { db, id, lease, signal } = task;
  const stored = await readImport(db, task.params.import.id);
  // an earlier run may have finished the work and crashed before reporting it
  if (stored?.taskId === id && stored.status === 'staged') return {};
  if (stored?.taskId !== id || stored.status !== 'staging' || !stored.options)
    throw new TaskFailure('importFault', 'The import no longer waits for this task.');
  try {
    return await processes.run('stage', { importId: stored.id, lease }, { signal, silenceMs: MAX_SILENCE_MS });
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    await storeFault(task, stored, error);
    throw new TaskFailure('importFault', `The file cannot be read: ${error.key}`);
  }
}

/** Stores the fault together with the task's progress, so that a process without the lease writes nothing. */
const storeFault = ({ db, progress, release }: StageTask, { id }: StoredImport, { key, parameters }: FileFault) =>
  transact(db, async (trx) => {
    await progress(0, undefined, undefined, trx);
    await changeImport(trx, id, { status: 'failed', fault: { key, ...parameters } });
    await release(trx);
  });

const keyPointer = ({ keyFields }: Entity) => `/${keyFields.at(-1)}`;

/** Whether a row is refused because other lines have the same key, so that a person may choose this one. */
export const isChoosableDuplicate = (entity: Entity, { state, problems }: StoredRow): boolean =>
  state === 'refused' &&
  problems.some(({ rule, pointer }) => rule === 'duplicateInFile' && pointer === keyPointer(entity));

/** Chooses one of the rows with the same key and evaluates it again; a row that was chosen before is refused again. */
export const chooseRow = (crud: CrudContext, { path, caller }: Request<'chooseImportRow'>): Promise<StoredImport> =>
  transactWithinTimeLimit(caller, crud.db, async (trx) => {
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'staged');
    if (!stored.options) throw new Problem('invalidTransition');
    const entity = entityByKey(crud, stored.entity);
    const [row] = await readRows(trx, path.id, { limit: 1, filter: (rows) => rows.where('import_row.n', path.row) });
    if (!row) throw new Problem('notFound');
    if (!isChoosableDuplicate(entity, row)) throw new Problem('invalidTransition');
    const chosen = await reevaluate({ ...crud, db: trx }, { ...stored, options: stored.options }, row);
    const chosenBefore = await readRows(trx, path.id, {
      limit: 1,
      filter: (rows) => rows.where('import_row.code', row.code).whereNotIn('import_row.state', ['refused', 'excluded']),
    });
    const refusedRows = chosenBefore.map(
      (other): StoredRow => ({
        ...other,
        state: 'refused',
        missingForApproval: [],
        problems: [duplicateInFile(keyPointer(entity), row.line)],
      }),
    );
    const counts = { ...zeroCounts(), ...stored.counts };
    for (const each of [row, ...chosenBefore]) addToCounts(counts, each, -1);
    for (const each of [chosen, ...refusedRows]) addToCounts(counts, each);
    for (const each of [chosen, ...refusedRows]) await updateRow(trx, path.id, each);
    // a new stage time tells clients that the report has changed
    await changeImport(trx, path.id, {
      ...toCountColumns(counts),
      stage_time: trx.raw('NOW(3)'),
      ...withContributor(stored, caller.id),
    });
    return readVisibleImport(trx, path.id, caller);
  });

async function reevaluate(
  crud: Pick<CrudContext, 'db' | 'entities' | 'reviewSetting'>,
  stored: ConfiguredImport,
  row: StoredRow,
): Promise<StoredRow> {
  const candidate = await buildRowCandidate(crud, stored, row);
  if (!candidate) throw new Problem('invalidTransition');
  const [state = 'refused'] = await classify(crud.db, await loadStagingContext(crud, stored), [candidate]);
  return toRow(row, candidate, state);
}

const updateRow = (trx: Transaction, importId: number, row: StoredRow) =>
  trx('import_row')
    .where({ import_id: importId, n: row.n })
    .update({
      state: row.state,
      record_id: row.recordId ?? 0,
      version: row.version ?? 0,
      problems: listColumn(row.problems),
      missing: listColumn(row.missingForApproval),
    });
