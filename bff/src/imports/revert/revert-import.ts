import type { CrudContext } from '#crud/model.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Request } from '#http/operation-types.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { detachPending } from '../import-reviews.ts';
import { startWork } from '../start-work.ts';
import { endWork, type ImportTask, type ImportWork, loadImportWork } from '../steps/import-work.ts';
import { lockRecordsInBatches, workInRounds } from '../steps/rounds.ts';
import {
  countOutcomes,
  type Outcome,
  type ProcessedRow,
  readRowsBefore,
  toCellProblems,
  writeResults,
} from '../steps/row-results.ts';
import {
  assertStatus,
  lockWritableImport,
  readImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { countCreatedReferences, removeCreated, removeCreatedReferences } from './remove-created.ts';
import { restoreChanged } from './restore-changed.ts';
import type { OutcomeByRecord, RevertContext, WrittenRecord } from './revert-context.ts';
import { withdrawProposals } from './withdraw-proposals.ts';

/** Reverts rows; returns how many are done, as records that others still refer to have to wait. */
async function revertRows(
  work: ImportWork,
  trx: Transaction,
  rows: ProcessedRow[],
  isLastRound: boolean,
): Promise<number> {
  const { entity, stored } = work;
  const reverting: RevertContext = { ...work, trx };
  const ids = rows.map(({ recordId }) => recordId);
  const records = await lockRecordsInBatches(trx, entity, ids);
  const toWritten = ({ recordId, version }: ProcessedRow): WrittenRecord => ({
    recordId,
    version,
    current: records.get(recordId),
  });
  const rowsWithOutcome = (outcome: ProcessedRow['outcome']) => rows.filter((row) => row.outcome === outcome);

  const proposalOutcomes: OutcomeByRecord = new Map();
  const approved = await withdrawProposals(reverting, rowsWithOutcome('proposed'), proposalOutcomes);
  const restored = await restoreChanged(reverting, [...rowsWithOutcome('updated'), ...approved].map(toWritten));
  const removed = await removeCreated(reverting, rowsWithOutcome('created').map(toWritten), isLastRound);
  const outcomes = new Map([...proposalOutcomes, ...restored, ...removed]);
  const results = rows.flatMap(({ n, outcome: previousOutcome, recordId }) => {
    const outcome = outcomes.get(recordId);
    return outcome ? [{ ...outcome, n, previousOutcome }] : [];
  });
  await writeResults(trx, stored.id, results);
  return results.length;
}

const WRITTEN_OUTCOMES: Outcome[] = ['created', 'updated', 'proposed'];
const REVERTED_OUTCOMES: Outcome[] = ['removed', 'restored'];

/** Reverts an import, the last rows first. */
export async function revertImport(crud: CrudContext, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task, 'importRevert');
  const { id, outcomes } = work.stored;
  if (!work.isFinished) {
    const references = await countCreatedReferences(db, id);
    const doneBefore = countOutcomes(outcomes, ...REVERTED_OUTCOMES, 'kept');
    const total = doneBefore + countOutcomes(outcomes, ...WRITTEN_OUTCOMES) + references;
    const done = await workInRounds<ProcessedRow>({
      crud,
      task,
      done: doneBefore,
      total,
      readNext: (after) => readRowsBefore(db, id, WRITTEN_OUTCOMES, after?.n),
      processRows: (trx, rows, isLastRound) => revertRows(work, trx, rows, isLastRound),
      refuseRow: (trx, { n, outcome: previousOutcome }, problem) =>
        writeResults(trx, id, [{ n, previousOutcome, outcome: 'kept', problems: toCellProblems(problem) }]),
    });
    await removeCreatedReferences(work, task, { done, total });
    await detachPending(db, work.stored, () => task.progress(total));
    const { by } = work.workRequest;
    await endWork(task, id, total, {
      status: 'reverted',
      reverted_by: by.username,
      revert_time: db.raw('NOW(3)'),
    });
  }
  const { outcomes: finalOutcomes = {} } = (await readImport(db, id)) ?? {};
  return { rows: countOutcomes(finalOutcomes, ...REVERTED_OUTCOMES), left: countOutcomes(finalOutcomes, 'kept') };
}

/** Queues the revert of an import. */
export const startReverting = (crud: CrudContext, request: Request<'revertImport'>): Promise<StoredImport> =>
  transactWithinTimeLimit(request.caller, crud.db, async (trx) => {
    const { path, caller } = request;
    const stored = await lockWritableImport(trx, path.id, caller);
    assertStatus(stored, 'applied');
    await startWork(trx, request, stored, 'reverting', { asked: { by: { id: caller.id, username: caller.username } } });
    return readVisibleImport(trx, path.id, caller);
  });
