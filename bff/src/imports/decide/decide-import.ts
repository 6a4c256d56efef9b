import type { Outcome } from '#change-sets/engine/item.ts';
import { processItems } from '#change-sets/engine/process-items.ts';
import { filterComplete } from '#crud/list/completeness.ts';
import type { CrudContext } from '#crud/model.ts';
import { reportRejection } from '#crud/review/rejections.ts';
import { type Transaction, transact } from '#database';
import { TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { detachPending } from '../import-reviews.ts';
import { endWork, type ImportTask, type ImportWork, loadImportWork } from '../import-work.ts';
import { CHUNK_ROWS, countOutcomes, type ProcessedRow, readRowsAfter } from '../row-results.ts';
import { changeImport, contributorsOf, type StoredImport, toDecision } from '../stored-import.ts';
import { type DecideRows, type DecisionCounts, decideCreated, decideProposed, sumCauses } from './decide-rows.ts';

export interface DecideState {
  /** The outcome of the rows in progress, and the number of the last decided one. */
  outcome: Outcome;
  after: number;
}

/** Chunks are sized so that their locks last well under a second; each proposal takes several statements. */
const PASSES: { outcome: Outcome; maxRows: number; decide: DecideRows }[] = [
  { outcome: 'created', maxRows: CHUNK_ROWS, decide: decideCreated },
  { outcome: 'proposed', maxRows: 50, decide: decideProposed },
];

/** Decides on all records and proposals of an import; those to which the decision does not apply stay as they are. */
export async function decideImport(crud: CrudContext, task: ImportTask<DecideState>): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task, 'importDecide');
  const { id } = work.stored;
  if (!work.isFinished) {
    const done = await decideAll(work, task);
    await detachDecided(work, () => task.progress(done));
    await reportRejectedImport(work);
    const { event, reason } = work.workRequest.decision ?? {};
    const isRejected = event === 'reject' && (await readDecision(db, id)).done > 0;
    await endWork(
      task,
      work.stored,
      done,
      { status: 'applied' },
      { status: isRejected ? 'rejected' : 'released', decision: { by: work.workRequest.by, reason } },
    );
  }
  const { done, left } = await readDecision(db, id);
  return { rows: done, left };
}

/** Detaches the undecided records for review one by one, except for incomplete ones, which wait with the import for completion. */
async function detachDecided(
  { crud, entity, stored, workRequest }: ImportWork,
  onProgress: () => Promise<void>,
): Promise<void> {
  const { event } = workRequest.decision ?? {};
  if (event === 'approve')
    await detachPending(crud.db, stored, onProgress, (records) => filterComplete(entity, records));
  if (event === 'reject') await detachPending(crud.db, stored, onProgress);
}

/** Notifies the contributors once that their import was rejected. */
async function reportRejectedImport({ crud, entity, stored, workRequest }: ImportWork): Promise<void> {
  const { event, reason } = workRequest.decision ?? {};
  if (event !== 'reject' || (await readDecision(crud.db, stored.id)).done === 0) return;
  const rejected = { kind: 'import' as const, entity, id: stored.id, code: null, name: stored.filename };
  await transact(crud.db, (trx) =>
    reportRejection(trx, rejected, { by: workRequest.by, reason }, contributorsOf(stored)),
  );
}

async function decideAll(work: ImportWork, task: ImportTask<DecideState>): Promise<number> {
  const { db, state } = task;
  const { id, outcomes, decision: tally } = work.stored;
  const { decision } = work.workRequest;
  if (!decision) throw new TaskFailure('importFault', 'The import has no request to decide on it.');
  const total = countOutcomes(outcomes, 'created', 'proposed');
  let done = state ? (tally?.done ?? 0) + (tally?.left ?? 0) : 0;
  if (tally && !state) await changeImport(db, id, { decision: { ...tally, done: 0, left: 0 }, decision_causes: null });
  const firstPass = PASSES.findIndex(({ outcome }) => outcome === state?.outcome);
  for (const { outcome, maxRows, decide } of PASSES.slice(Math.max(0, firstPass))) {
    const start = state?.outcome === outcome ? state.after : 0;
    done = await processItems<ProcessedRow, DecideState>({
      crud: work.crud,
      task,
      done,
      total,
      source: {
        next: (after) => readRowsAfter(db, id, [outcome], { after: after?.n ?? start, limit: maxRows }),
        refuse: ({ trx }) => addToDecision(trx, id, { done: 0, left: { refused: 1 } }),
      },
      process: async ({ trx }, rows) => {
        await addToDecision(trx, id, await decide({ ...work, trx, decision }, rows));
        return rows.length;
      },
      stateAfter: (rows) => ({ outcome, after: rows.at(-1)?.n ?? start }),
    });
  }
  return done;
}

async function readDecision(
  db: Transaction | CrudContext['db'],
  id: number,
): Promise<NonNullable<StoredImport['decision']>> {
  const decision = toDecision(await db('import').where({ id }).first('decision', 'decision_causes'));
  if (!decision) throw new Error(`import ${id} has no decision`);
  return decision;
}

async function addToDecision(trx: Transaction, id: number, { done, left }: DecisionCounts): Promise<void> {
  const { causes: earlierCauses = {}, ...decision } = await readDecision(trx, id);
  const rows = Object.values(left).reduce((sum, n) => sum + n, 0);
  const causes = sumCauses(earlierCauses, left);
  await changeImport(trx, id, {
    decision: { ...decision, done: decision.done + done, left: decision.left + rows },
    decision_causes: Object.keys(causes).length > 0 ? causes : null,
  });
}
