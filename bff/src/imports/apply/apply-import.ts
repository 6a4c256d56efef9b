import type { Outcome } from '#change-sets/engine/item.ts';
import { processItems } from '#change-sets/engine/process-items.ts';
import { type Release, releaseItems } from '#change-sets/engine/release.ts';
import type { CrudContext } from '#crud/model.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { contributorIdsOf, endWork, type ImportTask, type ImportWork, loadImportWork } from '../import-work.ts';
import { countOutcomes } from '../row-results.ts';
import { readImport } from '../stored-import.ts';
import type { StoredRow } from '../stored-row.ts';
import { loadApplyContext, type RowChange } from './apply-context.ts';
import { createRowSource } from './row-source.ts';

const WRITTEN_OUTCOMES: Outcome[] = ['created', 'updated', 'proposed'];
const UNWRITTEN_OUTCOMES: Outcome[] = ['conflicting', 'refused'];
const FINAL_OUTCOMES: Outcome[] = [...WRITTEN_OUTCOMES, 'unchanged', ...UNWRITTEN_OUTCOMES];

/** Applies the valid rows of an import that have no outcome yet. */
export async function applyImport(crud: CrudContext, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task, 'importApply');
  const { stored } = work;
  if (!work.isFinished) {
    const done = await applyRows(work, task);
    await endWork(task, stored, done, { status: 'applied' }, { status: 'released' });
  }
  const { outcomes = {} } = (await readImport(db, stored.id)) ?? {};
  return { rows: countOutcomes(outcomes, ...WRITTEN_OUTCOMES), left: countOutcomes(outcomes, ...UNWRITTEN_OUTCOMES) };
}

async function applyRows(work: ImportWork, task: ImportTask): Promise<number> {
  const { crud, entity, stored, workRequest, reason } = work;
  const source = createRowSource(task.db, await loadApplyContext(task.db, work));
  const contributorIds = contributorIdsOf(work);
  const release: Release<StoredRow, RowChange> = {
    crud,
    entity,
    source,
    actor: workRequest.by,
    reason,
    contributorIds,
  };
  return processItems<StoredRow>({
    crud,
    task,
    source,
    done: countOutcomes(stored.outcomes, ...FINAL_OUTCOMES),
    total: (stored.counts?.new ?? 0) + (stored.counts?.changed ?? 0),
    parallelChunks: 2,
    process: (chunk, rows) => releaseItems(release, chunk, rows),
  });
}
