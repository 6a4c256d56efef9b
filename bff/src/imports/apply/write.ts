import type { Stored, Values } from '#crud/model.ts';
import { proposeChanges } from '#crud/propose.ts';
import { addWriters, clearWriterStatements, needsSecondApproval } from '#crud/second-person.ts';
import { insertRecords, type RecordChange, updateRecords } from '#crud/store.ts';
import type { Schemas } from '#http/contract.ts';
import { contributorIdsOf } from '../steps/import-work.ts';
import { mapInPieces } from '../steps/rounds.ts';
import type { RowResult } from '../steps/row-results.ts';
import type { StoredRow } from '../stored-row.ts';
import { changesOf } from '../values/prepare-bodies.ts';
import { eventsBetween, newStatusOf } from '../values/status.ts';
import type { ApplyChunk, Item } from './judge-rows.ts';

type Status = Schemas['Status'];

interface Change extends RecordChange {
  row: StoredRow;
}

/** A change of fields, perhaps with a new status. */
type FieldChange = Change & { values: Values };

interface Creation {
  row: StoredRow;
  values: Values;
  isComplete: boolean;
  /** That the file has for it. */
  status: Status | undefined;
}

/** Writes sound rows as a person would have: new records, changes, and proposals where a change waits for a second person. */
export async function writeItems(chunk: ApplyChunk, items: Item[]): Promise<RowResult[]> {
  const creations: Creation[] = [];
  const changes: FieldChange[] = [];
  const statusChanges: Change[] = [];
  const unchanged: RowResult[] = [];
  for (const { row, candidate } of items) {
    const { current, values, missing, parsed } = candidate;
    if (!values) throw new Error('a sound row has no values');
    const status = newStatusOf(candidate);
    if (!current) creations.push({ row, values, isComplete: missing.length === 0, status: parsed.status });
    else if (changesOf(chunk.entity, candidate).length > 0)
      changes.push({ row, current, values, ...(status && { status }) });
    else if (status) statusChanges.push({ row, current, status });
    // what it refers to may have another code since; the record's version is not the import's, so a revert leaves it alone
    else unchanged.push({ n: row.n, previousOutcome: null, outcome: 'unchanged' });
  }
  const review = await chunk.crud.review(chunk.entity.key, chunk.trx);
  const waitsForReview = ({ current }: Change) => needsSecondApproval(review, current.record, 'update');
  const updates = changes.filter((change) => !waitsForReview(change));
  return [
    ...unchanged,
    ...(await create(chunk, creations, review)),
    ...(await propose(chunk, changes.filter(waitsForReview))),
    ...(await update(chunk, updates, 'update')),
    ...(await changeStatuses(chunk, statusChanges)),
  ];
}

const actOf = ({ workRequest, reason }: ApplyChunk, action: Schemas['Action']) => ({
  action,
  actor: workRequest.by,
  reason,
});

async function create(chunk: ApplyChunk, all: Creation[], review: Schemas['Review']): Promise<RowResult[]> {
  const { trx, entity, stored, createdCodes } = chunk;
  if (all.length === 0) return [];
  const newRecords = all.map((creation) => {
    const status = review === 'none' ? firstStatus(creation, chunk.apply.status) : 'pending';
    return { values: creation.values, status, importId: status === 'pending' ? stored.id : undefined };
  });
  const created = await insertRecords(trx, entity, newRecords, actOf(chunk, 'create'));
  const pending = created.filter(({ record }) => record.status === 'pending');
  await addWriters(trx, entity.key, idsOf(pending), contributorIdsOf(chunk));
  for (const { record } of created) if (record.code) createdCodes.push({ kind: entity.key, code: record.code });
  return resultsOf(all, created, 'created');
}

/** With holes a record comes in as pending, whatever else was asked for than to have it rejected. */
const firstStatus = ({ isComplete, status }: Creation, defaultStatus: Status): Status =>
  status === 'rejected' || isComplete ? (status ?? defaultStatus) : 'pending';

async function update(chunk: ApplyChunk, all: Change[], action: Schemas['Action']): Promise<RowResult[]> {
  const { trx, entity } = chunk;
  if (all.length === 0) return [];
  // one at a time, by their key
  const clearingContributors = ({ current, status }: Change) =>
    status && current.record.status === 'pending' ? clearWriterStatements(entity.key, current.record.id) : [];
  const written = await mapInPieces(all, (some) =>
    updateRecords(trx, entity, some, actOf(chunk, action), some.flatMap(clearingContributors)),
  );
  const waiting = written.filter((_, at) => all[at]?.values && clearingContributors(all[at]).length === 0);
  await addWriters(trx, entity.key, idsOf(waiting), contributorIdsOf(chunk));
  return resultsOf(all, written, 'updated');
}

/** Gives records another status and nothing else: as one version each, by the event that leads there last. */
async function changeStatuses(chunk: ApplyChunk, all: Change[]): Promise<RowResult[]> {
  const byEvent = new Map<Schemas['Event'], Change[]>();
  for (const change of all) {
    const { current, status = current.record.status } = change;
    const event = eventsBetween(current.record.status, status, true)?.at(-1);
    if (!event) throw new Error('a sound row leads to a status that there is no way to');
    byEvent.set(event, [...(byEvent.get(event) ?? []), change]);
  }
  const results: RowResult[] = [];
  for (const [event, some] of byEvent) results.push(...(await update(chunk, some, event)));
  return results;
}

async function propose(chunk: ApplyChunk, all: FieldChange[]): Promise<RowResult[]> {
  if (all.length === 0) return [];
  const { trx, entity, stored, workRequest } = chunk;
  const origin = { importId: stored.id, contributorIds: contributorIdsOf(chunk) };
  const proposals = await mapInPieces(all, (some) =>
    proposeChanges(trx, entity, 'update', some, workRequest.by, origin),
  );
  return all.map(({ row }, at) => ({
    ...{ n: row.n, previousOutcome: null, outcome: 'proposed' },
    version: proposals[at]?.version ?? 0,
  }));
}

const idsOf = (all: Stored[]) => all.map(({ record }) => record.id);

const resultsOf = (all: { row: StoredRow }[], written: Stored[], outcome: 'created' | 'updated'): RowResult[] =>
  written.map(({ record }, at) => ({
    ...{ n: all[at]?.row.n ?? 0, previousOutcome: null, outcome },
    ...{ recordId: record.id, version: record.version },
  }));
