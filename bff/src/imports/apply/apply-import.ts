import type { Outcome } from '#change-sets/engine/item.ts';
import { processItems } from '#change-sets/engine/process-items.ts';
import { type Release, releaseItems } from '#change-sets/engine/release.ts';
import { readStarter } from '#change-sets/set-task.ts';
import type { CrudContext } from '#crud/model.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { contributorIdsOf, endWork, type ImportTask, type ImportWork, loadImportWork } from '../import-work.ts';
import { countOutcomes } from '../row-results.ts';
import { isAppliedAsSet, readImport } from '../stored-import.ts';
import type { StoredRow } from '../stored-row.ts';
import { addRowsToSet } from './add-to-set.ts';
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
    const isSet = isAppliedAsSet(stored);
    const done = await applyRows(work, task, isSet);
    await endWork(task, stored, done, { status: 'applied' }, { status: isSet ? 'open' : 'released' });
  }
  const { outcomes = {} } = (await readImport(db, stored.id)) ?? {};
  return { rows: countOutcomes(outcomes, ...WRITTEN_OUTCOMES), left: countOutcomes(outcomes, ...UNWRITTEN_OUTCOMES) };
}

async function applyRows(work: ImportWork, task: ImportTask, isSet: boolean): Promise<number> {
  const { crud, entity, stored, workRequest, reason } = work;
  const context = await loadApplyContext(task.db, work);
  const rowSource = createRowSource(task.db, context);
  // the release of a set closes open proposals
  const source = isSet ? { ...rowSource, isBlockedBy: () => false } : rowSource;
  const caller = isSet ? await readStarter(task.db, workRequest.by, workRequest.by.task) : undefined;
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
    // items are added one after the other, as their set is locked
    parallelChunks: caller ? 1 : 2,
    process: (chunk, rows) =>
      caller ? addRowsToSet(context, release, caller, chunk, rows) : releaseItems(release, chunk, rows),
  });
}
