import { type ItemOutcome, type Outcome, toItemProblems } from '#change-sets/engine/item.ts';
import { type Chunk, lockRecordsInBatches, processItems } from '#change-sets/engine/process-items.ts';
import {
  changedSinceOutcome,
  type Revert,
  type RevertSource,
  removeCreated,
  revertItems,
  type WrittenVersion,
} from '#change-sets/engine/revert.ts';
import { entityByKey } from '#crud/entity.ts';
import type { CrudContext, Entity } from '#crud/model.ts';
import { closeProposal } from '#crud/review/proposals.ts';
import type { Database, Transaction } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { TaskResult } from '#tasks/kinds.ts';
import { detachPending } from '../import-reviews.ts';
import { endWork, type ImportTask, type ImportWork, loadImportWork } from '../import-work.ts';
import { CHUNK_ROWS, countOutcomes, type ProcessedRow, readRowsBefore, writeResults } from '../row-results.ts';
import { readImport } from '../stored-import.ts';

const WRITTEN_OUTCOMES: Outcome[] = ['created', 'updated', 'proposed'];
const REVERTED_OUTCOMES: Outcome[] = ['removed', 'restored'];

/** Reverts an import, the last rows first. */
export async function revertImport(crud: CrudContext, task: ImportTask): Promise<TaskResult> {
  const { db } = task;
  const work = await loadImportWork(crud, task, 'importRevert');
  const { stored, workRequest } = work;
  const { id, outcomes } = stored;
  if (!work.isFinished) {
    const revert = { crud, entity: work.entity, actor: workRequest.by, reason: work.reason };
    const source = createRowSource(db, work);
    const references = await countCreatedReferences(db, id);
    const doneBefore = countOutcomes(outcomes, ...REVERTED_OUTCOMES, 'kept');
    const total = doneBefore + countOutcomes(outcomes, ...WRITTEN_OUTCOMES) + references;
    const done = await processItems<ProcessedRow>({
      crud,
      task,
      source,
      done: doneBefore,
      total,
      process: (chunk, rows) => revertItems(revert, source, chunk, rows),
    });
    await removeCreatedReferences(revert, id, task, { done, total });
    await detachPending(db, stored, () => task.progress(total));
    const columns = { status: 'reverted', reverted_by: workRequest.by.username, revert_time: db.raw('NOW(3)') };
    await endWork(task, stored, total, columns, { status: 'reverted' });
  }
  const { outcomes: finalOutcomes = {} } = (await readImport(db, id)) ?? {};
  return { rows: countOutcomes(finalOutcomes, ...REVERTED_OUTCOMES), left: countOutcomes(finalOutcomes, 'kept') };
}

/** Creates the source of the rows that an import has written. */
const createRowSource = (db: Database, { entity, stored, workRequest }: ImportWork): RevertSource<ProcessedRow> => ({
  next: (after) => readRowsBefore(db, stored.id, WRITTEN_OUTCOMES, after?.n),

  findWritten: async ({ trx }, rows) => {
    const outcomes = new Map<number, ItemOutcome>();
    const proposed = rows.filter(({ outcome }) => outcome === 'proposed');
    const approved = await withdrawProposals(trx, entity, proposed, outcomes, workRequest.by.username);
    const written = rows
      .filter(({ outcome }) => outcome !== 'proposed')
      .map(({ outcome, recordId, version }) => ({ isNew: outcome === 'created', recordId, version }));
    return { written: [...written, ...approved], outcomes };
  },

  settle: ({ trx }, results) => writeResults(trx, stored.id, results),

  refuse: ({ trx }, item, problem) =>
    writeResults(trx, stored.id, [{ item, outcome: 'kept', problems: toItemProblems(problem) }]),
});

interface ProposalRow {
  record_id: number;
  version: number;
  base_version: number;
  open: 1 | null;
  outcome: string | null;
  author: string;
  decided_time: Date;
}

/** Withdraws open proposals and sets their outcomes. Returns the versions that were written because proposals were approved. */
async function withdrawProposals(
  trx: Transaction,
  entity: Entity,
  rows: ProcessedRow[],
  outcomes: Map<number, ItemOutcome>,
  decidedBy: string,
): Promise<WrittenVersion[]> {
  const proposals = await proposalsOf(trx, entity, rows);
  const approved: WrittenVersion[] = [];
  for (const row of rows) {
    const { recordId } = row;
    const proposal = proposals.get(`${recordId} ${row.version}`);
    // the author has replaced the proposal
    if (!proposal) outcomes.set(recordId, changedSinceOutcome());
    else if (proposal.outcome === 'approved') {
      const version = await versionWrittenBy(trx, entity, proposal);
      if (version === undefined) outcomes.set(recordId, changedSinceOutcome());
      else approved.push({ isNew: false, recordId, version });
    } else {
      if (proposal.open) await closeProposal(trx, entity, recordId, 'withdrawn', decidedBy);
      outcomes.set(recordId, { outcome: 'restored' });
    }
  }
  return approved;
}

async function proposalsOf(trx: Transaction, entity: Entity, rows: ProcessedRow[]): Promise<Map<string, ProposalRow>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ recordId }) => recordId);
  const proposals: ProposalRow[] = await trx('proposal')
    .where({ entity: entity.key, change_set_id: null })
    .whereIn('record_id', ids);
  return new Map(proposals.map((row) => [`${row.record_id} ${row.version}`, row]));
}

/** Finds the version that the approval wrote: the first one after the base version, logged in the same transaction. */
async function versionWrittenBy(trx: Transaction, entity: Entity, proposal: ProposalRow): Promise<number | undefined> {
  const row = await trx('data_log')
    .where({ entity: entity.key, record_id: proposal.record_id, proposer: proposal.author })
    .where('version', '>', proposal.base_version)
    .whereNot('action', 'reference')
    .where('time', '>=', proposal.decided_time)
    .orderBy('version')
    .first('version');
  return row && Number(row.version);
}

/** Queries the records that an import itself created because its rows refer to them. */
const queryCreatedReferences = (db: Database, importId: number) => db('import_reference').where('import_id', importId);

const countCreatedReferences = async (db: Database, importId: number): Promise<number> =>
  Number((await queryCreatedReferences(db, importId).count({ n: '*' }).first())?.n);

/** Removes the referenced records that rows created along with their own, unless something refers to them or somebody has changed them. */
async function removeCreatedReferences(
  revert: Revert,
  importId: number,
  task: Pick<ImportTask, 'db' | 'progress'>,
  counts: { done: number; total: number },
): Promise<void> {
  const { crud } = revert;
  const references = (db: Database, entityKey: EntityKey) =>
    queryCreatedReferences(db, importId).where('entity', entityKey);
  const entityKeys: EntityKey[] = await queryCreatedReferences(task.db, importId).distinct().pluck('entity');
  let { done } = counts;
  for (const entityKey of entityKeys) {
    const entity = entityByKey(crud, entityKey);
    const forgetCreatedReferences = async ({ trx }: Chunk, ids: number[]) => {
      for (const recordId of ids) await references(trx, entityKey).where('record_id', recordId).delete();
    };
    done = await processItems<number>({
      crud,
      task,
      done,
      total: counts.total,
      source: {
        next: (before = 2 ** 32) =>
          references(task.db, entityKey)
            .where('record_id', '<', before)
            .orderBy('record_id', 'desc')
            .limit(CHUNK_ROWS)
            .pluck('record_id'),
        refuse: (chunk, recordId) => forgetCreatedReferences(chunk, [recordId]),
      },
      process: async (chunk, ids) => {
        const records = await lockRecordsInBatches(chunk.trx, entity, ids);
        const created = ids.map((recordId) => ({ isNew: true, recordId, version: 1 }));
        const outcomes = await removeCreated({ ...revert, entity }, chunk, created, records);
        await forgetCreatedReferences(chunk, [...outcomes.keys()]);
        return outcomes.size;
      },
    });
  }
}
