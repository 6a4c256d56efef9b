import type { ResolvedValues, StoredRecord } from '#crud/model.ts';
import { proposeChanges } from '#crud/review/propose.ts';
import { addContributors, clearContributorStatements, needsSecondApproval } from '#crud/review/second-person.ts';
import { insertRecords, type RecordChange, updateRecords } from '#crud/store.ts';
import type { Schemas } from '#http/contract.ts';
import { contributorIdsOf } from '../steps/import-work.ts';
import { mapInBatches } from '../steps/rounds.ts';
import type { RowResult } from '../steps/row-results.ts';
import type { StoredRow } from '../stored-row.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { eventsBetween, newStatusOf } from '../values/status.ts';
import type { ApplyChunk, RowCandidate } from './compare-rows.ts';

type Status = Schemas['Status'];

interface RowChange extends RecordChange {
  row: StoredRow;
}

/** A change of fields, optionally with a new status. */
type FieldChange = RowChange & { values: ResolvedValues };

interface Creation {
  row: StoredRow;
  values: ResolvedValues;
  isComplete: boolean;
  /** The status that the file sets. */
  status: Status | undefined;
}

/** Writes valid rows like edits by a person: as new records, as changes, or as proposals if a second person has to approve. */
export async function writeItems(chunk: ApplyChunk, items: RowCandidate[]): Promise<RowResult[]> {
  const creations: Creation[] = [];
  const changes: FieldChange[] = [];
  const statusChanges: RowChange[] = [];
  const unchanged: RowResult[] = [];
  for (const { row, candidate } of items) {
    const { current, values, missingForApproval, parsed } = candidate;
    if (!values) throw new Error('a valid row has no values');
    const status = newStatusOf(candidate);
    if (!current) creations.push({ row, values, isComplete: missingForApproval.length === 0, status: parsed.status });
    else if (changesOf(chunk.entity, candidate).length > 0)
      changes.push({ row, current, values, ...(status && { status }) });
    else if (status) statusChanges.push({ row, current, status });
    // a referenced record may have a new code; the import did not write the record's version, so a revert leaves it alone
    else unchanged.push({ n: row.n, previousOutcome: null, outcome: 'unchanged' });
  }
  const review = await chunk.crud.reviewSetting(chunk.entity.key, chunk.trx);
  const waitsForReview = ({ current }: RowChange) => needsSecondApproval(review, current.record, 'update');
  const updates = changes.filter((change) => !waitsForReview(change));
  return [
    ...unchanged,
    ...(await writeCreations(chunk, creations, review)),
    ...(await writeProposals(chunk, changes.filter(waitsForReview))),
    ...(await writeUpdates(chunk, updates, 'update')),
    ...(await writeStatusChanges(chunk, statusChanges)),
  ];
}

const toWriteAction = ({ workRequest, reason }: ApplyChunk, action: Schemas['Action']) => ({
  action,
  actor: workRequest.by,
  reason,
});

async function writeCreations(chunk: ApplyChunk, all: Creation[], review: Schemas['Review']): Promise<RowResult[]> {
  const { trx, entity, stored, createdCodes } = chunk;
  if (all.length === 0) return [];
  const newRecords = all.map((creation) => {
    const status = review === 'none' ? firstStatus(creation, chunk.apply.status) : 'pending';
    return { values: creation.values, status, importId: status === 'pending' ? stored.id : undefined };
  });
  const created = await insertRecords(trx, entity, newRecords, toWriteAction(chunk, 'create'));
  const pending = created.filter(({ record }) => record.status === 'pending');
  await addContributors(trx, entity.key, idsOf(pending), contributorIdsOf(chunk));
  for (const { record } of created) if (record.code) createdCodes.push({ entityKey: entity.key, code: record.code });
  return resultsOf(all, created, 'created');
}

/** A record that lacks fields required for approval is created as pending, unless the file rejects it. */
const firstStatus = ({ isComplete, status }: Creation, defaultStatus: Status): Status =>
  status === 'rejected' || isComplete ? (status ?? defaultStatus) : 'pending';

async function writeUpdates(chunk: ApplyChunk, all: RowChange[], action: Schemas['Action']): Promise<RowResult[]> {
  const { trx, entity } = chunk;
  if (all.length === 0) return [];
  // one statement per record, each by its primary key
  const clearingContributors = ({ current, status }: RowChange) =>
    status && current.record.status === 'pending' ? clearContributorStatements(entity.key, current.record.id) : [];
  const written = await mapInBatches(all, (batch) =>
    updateRecords(trx, entity, batch, toWriteAction(chunk, action), batch.flatMap(clearingContributors)),
  );
  const withNewContributors = written.filter((_, at) => all[at]?.values && clearingContributors(all[at]).length === 0);
  await addContributors(trx, entity.key, idsOf(withNewContributors), contributorIdsOf(chunk));
  return resultsOf(all, written, 'updated');
}

/** Changes only the status of records, as one version each, logged under the last event of the path to that status. */
async function writeStatusChanges(chunk: ApplyChunk, all: RowChange[]): Promise<RowResult[]> {
  const byEvent = new Map<Schemas['Event'], RowChange[]>();
  for (const change of all) {
    const { current, status = current.record.status } = change;
    const event = eventsBetween(current.record.status, status, true)?.at(-1);
    if (!event) throw new Error('no event leads to the status of a valid row');
    byEvent.set(event, [...(byEvent.get(event) ?? []), change]);
  }
  const results: RowResult[] = [];
  for (const [event, batch] of byEvent) results.push(...(await writeUpdates(chunk, batch, event)));
  return results;
}

async function writeProposals(chunk: ApplyChunk, all: FieldChange[]): Promise<RowResult[]> {
  if (all.length === 0) return [];
  const { trx, entity, stored, workRequest } = chunk;
  const origin = { importId: stored.id, contributorIds: contributorIdsOf(chunk) };
  const proposals = await mapInBatches(all, (batch) =>
    proposeChanges(trx, entity, 'update', batch, workRequest.by, origin),
  );
  return all.map(({ row }, at) => ({
    n: row.n,
    previousOutcome: null,
    outcome: 'proposed',
    version: proposals[at]?.version ?? 0,
  }));
}

const idsOf = (all: StoredRecord[]) => all.map(({ record }) => record.id);

const resultsOf = (all: { row: StoredRow }[], written: StoredRecord[], outcome: 'created' | 'updated'): RowResult[] =>
  written.map(({ record }, at) => ({
    n: all[at]?.row.n ?? 0,
    previousOutcome: null,
    outcome,
    recordId: record.id,
    version: record.version,
  }));
