import { findUnchangedIds, readLoggedVersions, type VersionOf } from '#crud/history/versions.ts';
import type { CrudContext, Entity, EntityRecord, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { findMissingForApproval, findViolations, refreshManyCodes } from '#crud/prepare.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import { addEarlierContributors } from '#crud/review/earlier-contributors.ts';
import { type Proposal, readOpenProposals } from '#crud/review/proposals.ts';
import { deleteRejectionNoticeStatements } from '#crud/review/rejections.ts';
import {
  addContributors,
  clearApprovedContributors,
  hasBeenApproved,
  needsSecondPerson,
} from '#crud/review/second-person.ts';
import type { Attribution } from '#crud/store.ts';
import { deleteRecords, updateRecords } from '#crud/store.ts';
import { type Database, executeTogether, type Transaction } from '#database';
import type { FieldProblem } from '#http/problem.ts';
import type { Actor } from '#record-log/append.ts';
import {
  compareStatus,
  type EarlierState,
  readEarlierValues,
  type StatusChange,
  wouldSkipReview,
} from './earlier-state.ts';
import {
  differs,
  type ItemOutcome,
  type ItemProblem,
  type ItemResult,
  toItemProblem,
  wholeItemProblem,
} from './item.ts';
import { type Chunk, type ItemSource, lockRecordsInBatches, mapInBatches } from './process-items.ts';
import { blocksRevert } from './proposal-conflicts.ts';
import { applyFinalCodes } from './unique-values.ts';

/** A record that a release wrote, with the version that it wrote. */
export interface WrittenVersion {
  /** Whether the release created the record. */
  isNew: boolean;
  recordId: number;
  version: number;
}

/** The items to revert, and what is particular to where they come from. */
export interface RevertSource<I extends { recordId: number }> extends ItemSource<I> {
  /** Finds the versions that locked items wrote, by record; items that wrote none of a record get an outcome instead. */
  findWritten(
    chunk: Chunk,
    items: I[],
  ): Promise<{ written: WrittenVersion[]; outcomes: ReadonlyMap<number, ItemOutcome> }>;
  settle(chunk: Chunk, results: ItemResult<I>[]): Promise<void>;
}

/** Who reverts records of an entity, and why. */
export interface Revert {
  crud: CrudContext;
  entity: Entity;
  actor: Actor & { id: number };
  /** Who asked for the revert that the actor approved. */
  proposer?: string | undefined;
  reason: string | undefined;
  /** The set that is reverted, if people have put it together. */
  set?: RevertedSet;
}

/** All items of a set are reverted in one transaction. */
export interface RevertedSet {
  /** The set in whose name the log has the revert. */
  id: number;
  /** The ids of the users who must not approve what is written. */
  contributorIds: number[];
  /** The locked records of the entity as they were before the revert, by id. */
  records: ReadonlyMap<number, StoredRecord>;
  /** The codes that records of the set have in the end, by `entity id`; meanwhile some have others. */
  finalCodes: ReadonlyMap<string, string>;
  /** The records that go back as a whole, as nobody has changed them since. */
  unchangedIds: ReadonlySet<number>;
  /** What records get back that the release changed, by id. */
  earlierStates: ReadonlyMap<number, EarlierState>;
  /** The open proposals for them, by record. */
  proposals: ReadonlyMap<number, Proposal>;
}

/** Returns how the log attributes what a revert writes. */
export const attributionOf = (
  { actor, proposer, reason, set }: Pick<Revert, 'actor' | 'proposer' | 'reason' | 'set'>,
  action: Attribution['action'],
): Attribution => ({ action, actor, proposer, reason, changeSetId: set?.id });

/** Outcomes by record id. */
type Outcomes = Map<number, ItemOutcome>;

const keptOutcome = (...problems: ItemProblem[]): ItemOutcome => ({ outcome: 'kept', problems });
export const changedSinceOutcome = (): ItemOutcome => keptOutcome(wholeItemProblem('changedSinceRelease'));

/** Reverts items and settles them. Returns how many are done, as records that others still refer to have to wait. */
export async function revertItems<I extends { recordId: number }>(
  revert: Revert,
  source: RevertSource<I>,
  chunk: Chunk,
  items: I[],
): Promise<number> {
  const ids = items.map(({ recordId }) => recordId);
  const records = revert.set?.records ?? (await lockRecordsInBatches(chunk.trx, revert.entity, ids));
  const { written, outcomes } = await source.findWritten(chunk, items);
  const restored = await restoreUpdated(
    revert,
    chunk,
    written.filter(({ isNew }) => !isNew),
    records,
  );
  const removed = await removeCreated(
    revert,
    chunk,
    written.filter(({ isNew }) => isNew),
    records,
  );
  const allOutcomes = new Map([...outcomes, ...restored, ...removed]);
  const results = items.flatMap((item) => {
    const outcome = allOutcomes.get(item.recordId);
    return outcome ? [{ ...outcome, item }] : [];
  });
  await source.settle(chunk, results);
  return results.length;
}

/** Reads the open proposals for records, by record. */
export const readProposalsByRecord = async (
  db: Database,
  entity: Entity,
  recordIds: number[],
): Promise<Map<number, Proposal>> =>
  new Map((await readOpenProposals(db, entity, recordIds)).map((proposal) => [proposal.recordId, proposal]));

/** A written record that still exists. */
type ExistingRecord = VersionOf & { current: StoredRecord };

/** Finds the records that nobody has changed since, and those of a set that go back in part; the others get their outcome in `outcomes`. */
async function findUntouchedRecords(
  { entity, set }: Revert,
  { trx }: Chunk,
  written: WrittenVersion[],
  records: ReadonlyMap<number, StoredRecord>,
  outcomes: Outcomes,
): Promise<ExistingRecord[]> {
  const existing = written.flatMap((version) => {
    const current = records.get(version.recordId);
    return current ? [{ ...version, current }] : [];
  });
  const unchangedIds = set?.unchangedIds ?? (await findUnchangedIds(trx, entity, existing));
  return existing.filter(({ recordId }) => {
    if (!unchangedIds.has(recordId) && !set?.earlierStates.has(recordId)) outcomes.set(recordId, changedSinceOutcome());
    return !outcomes.has(recordId);
  });
}

/** Keeps records with an open proposal that stands in the way, and returns the others. */
async function withoutBlocked<R extends ExistingRecord>(
  { entity, set }: Revert,
  { trx }: Chunk,
  records: R[],
  outcomes: Outcomes,
  isBlockedBy: (record: R, proposal: Proposal) => boolean,
): Promise<R[]> {
  const ids = records.map(({ recordId }) => recordId);
  const proposals = set?.proposals ?? (await readProposalsByRecord(trx, entity, ids));
  return records.filter((record) => {
    const proposal = proposals.get(record.recordId);
    if (!proposal || !isBlockedBy(record, proposal)) return true;
    outcomes.set(record.recordId, keptOutcome(wholeItemProblem('proposalOpen', { by: proposal.author })));
    return false;
  });
}

/**
 * Removes created records. A record that others refer to gets no outcome yet, as those may be removed next; in the last round it is
 * kept.
 */
export async function removeCreated(
  revert: Revert,
  chunk: Chunk,
  created: WrittenVersion[],
  records: ReadonlyMap<number, StoredRecord>,
): Promise<Outcomes> {
  const { crud, entity } = revert;
  const { trx } = chunk;
  const outcomes: Outcomes = new Map();
  for (const { recordId } of created) if (!records.has(recordId)) outcomes.set(recordId, { outcome: 'removed' });
  const unchangedRecords = await findUntouchedRecords(revert, chunk, created, records, outcomes);
  const isApproved = revert.proposer !== undefined;
  const untouchedRecords = await withoutBlocked(revert, chunk, unchangedRecords, outcomes, () => !isApproved);
  const ids = untouchedRecords.map(({ recordId }) => recordId);
  const referredIds = await findReferencedIds(crud, trx, entity, ids);
  if (chunk.isLastRound)
    for (const recordId of referredIds) outcomes.set(recordId, keptOutcome(wholeItemProblem('stillReferred')));
  const unreferred = untouchedRecords.filter(({ recordId }) => !referredIds.has(recordId));
  await mapInBatches(unreferred, async (batch) => {
    const removed = batch.map(({ current }) => current);
    await deleteRecords(trx, entity, removed, attributionOf(revert, 'delete'));
    return [];
  });
  for (const { recordId } of unreferred) outcomes.set(recordId, { outcome: 'removed' });
  return outcomes;
}

/** A record with its values before the release wrote it, and the status that goes back. */
type EarlierRecord = ExistingRecord & {
  values: ResolvedValues;
  status?: EntityRecord['status'];
  statusChange: StatusChange;
};

/** Restores the values before a release. Records for which nobody ever reviewed those keep what they have, unless somebody does so now. */
async function restoreUpdated(
  revert: Revert,
  chunk: Chunk,
  updated: WrittenVersion[],
  records: ReadonlyMap<number, StoredRecord>,
): Promise<Outcomes> {
  const { trx } = chunk;
  const outcomes: Outcomes = new Map();
  for (const { recordId } of updated)
    if (!records.has(recordId)) outcomes.set(recordId, keptOutcome(wholeItemProblem('recordDeleted')));
  const untouchedRecords = await findUntouchedRecords(revert, chunk, updated, records, outcomes);
  const earlierRecords = await withEarlierState(revert, trx, untouchedRecords, outcomes);
  const differing = findDiffering(revert, earlierRecords, outcomes);
  const unblocked = await findUnblocked(revert, chunk, differing, outcomes);
  const reviewed = await findReviewed(revert, trx, unblocked, outcomes);
  const restorable = await findValid(revert, trx, reviewed, outcomes);
  await writeRestored(revert, trx, restorable);
  for (const earlier of restorable) {
    const problems = keptProblems(revert, earlier);
    outcomes.set(earlier.recordId, { outcome: 'restored', ...(problems.length > 0 && { problems }) });
  }
  return outcomes;
}

/** Finds the records that do not have their earlier values and status yet; the others get their outcome. */
const findDiffering = (revert: Revert, all: EarlierRecord[], outcomes: Outcomes): EarlierRecord[] =>
  all.filter((earlier) => {
    const { current, values, status, recordId } = earlier;
    if (status || differs(revert.entity, current, values)) return true;
    const problems = keptProblems(revert, earlier);
    outcomes.set(recordId, problems.length > 0 ? keptOutcome(...problems) : { outcome: 'restored' });
    return false;
  });

/** Finds the records of which no open proposal changes what goes back; the others get their outcome. */
function findUnblocked(
  revert: Revert,
  chunk: Chunk,
  all: EarlierRecord[],
  outcomes: Outcomes,
): Promise<EarlierRecord[]> {
  const isApproved = revert.proposer !== undefined;
  return withoutBlocked(revert, chunk, all, outcomes, ({ current, values, status, recordId }, proposal) => {
    // with the codes that records have before the revert, as the proposal has them
    const { fields } = revert.set?.earlierStates.get(recordId)?.values ?? values;
    return blocksRevert(revert.entity, proposal, { record: current.record, fields, status, isApproved });
  });
}

/** Finds the records whose earlier values somebody has reviewed, or need not; the others get their outcome. */
async function findReviewed(
  { crud, entity, proposer }: Revert,
  trx: Transaction,
  all: EarlierRecord[],
  outcomes: Outcomes,
): Promise<EarlierRecord[]> {
  // a second person who approves the revert itself reviews what goes back
  if (proposer !== undefined || !needsSecondPerson(await crud.reviewSetting(entity.key, trx))) return all;
  return all.filter(({ recordId, current, statusChange }) => {
    const isBlocked = wouldSkipReview(current, statusChange);
    if (isBlocked) outcomes.set(recordId, keptOutcome(wholeItemProblem('neverReviewed')));
    return !isBlocked;
  });
}

/** Finds the records whose earlier values break no rule of today; the others get their outcome. */
async function findValid(
  { entity, set }: Revert,
  trx: Transaction,
  all: EarlierRecord[],
  outcomes: Outcomes,
): Promise<EarlierRecord[]> {
  const checked = all.map(({ values, recordId }) => ({ values, id: recordId }));
  // rules between records of a set hold again once all of them are restored
  const violations = set ? [] : await findViolations(trx, entity, checked);
  return all.filter(({ recordId, current, values, status }, at) => {
    const missing = hasBeenApproved({ ...current.record, ...(status && { status }) })
      ? findMissingForApproval(entity, values.fields)
      : [];
    const missingProblems = missing.map((pointer): FieldProblem => ({ pointer, rule: 'requiredToApprove' }));
    const problems = [...(violations[at] ?? []), ...missingProblems];
    if (problems.length > 0) outcomes.set(recordId, keptOutcome(...problems.map(toItemProblem)));
    return problems.length === 0;
  });
}

/** Why fields of a record or its status stay as they are, while the rest goes back. */
function keptProblems({ set }: Revert, { recordId, statusChange }: EarlierRecord): ItemProblem[] {
  const pointers = set?.earlierStates.get(recordId)?.keptPointers ?? [];
  const kept = statusChange.isChangedSince ? [...pointers, '/status'] : pointers;
  return kept.map((pointer) => ({ pointer, rule: 'changedSinceRelease' }));
}

async function writeRestored(revert: Revert, trx: Transaction, restorable: EarlierRecord[]): Promise<void> {
  const { entity, actor, proposer, set } = revert;
  await mapInBatches(restorable, (batch) => updateRecords(trx, entity, batch, attributionOf(revert, 'restore')));
  const waitsAgain = restorable.filter(({ current, status }) => status && current.record.status === 'rejected');
  await executeTogether(
    trx,
    waitsAgain.flatMap(({ recordId }) => deleteRejectionNoticeStatements(entity.key, recordId)),
  );
  const ids = restorable.map(({ recordId }) => recordId);
  await addContributors(trx, entity.key, ids, set?.contributorIds ?? [actor.id]);
  const earlier = restorable.map(({ recordId, version }) => ({ recordId, version: version - 1 }));
  await addEarlierContributors(trx, entity, earlier);
  // who approved the revert has approved what goes back onto an approved record
  const isApproved = proposer !== undefined && proposer !== actor.username;
  if (isApproved) await clearApprovedContributors(trx, entity, ids);
}

async function withEarlierState(
  { entity, set }: Revert,
  trx: Transaction,
  all: ExistingRecord[],
  outcomes: Outcomes,
): Promise<EarlierRecord[]> {
  const values = set
    ? all.map(({ recordId }) => set.earlierStates.get(recordId)?.values)
    : await readEarlierValues(trx, entity, all);
  const loggedAt = await readLoggedVersions(trx, entity, all);
  const withEarlierValues = all.flatMap((each, at) => {
    const before = values[at];
    if (!before) outcomes.set(each.recordId, changedSinceOutcome());
    return before ? [{ ...each, values: before }] : [];
  });
  const refreshed = await refreshManyCodes(
    trx,
    entity,
    withEarlierValues.map((each) => each.values),
  );
  return withEarlierValues.flatMap((each, index) => {
    const { values: currentValues = each.values, problems = [] } = refreshed[index] ?? {};
    if (set) applyFinalCodes(entity, currentValues, set.finalCodes);
    if (problems.length > 0) outcomes.set(each.recordId, keptOutcome(...problems.map(toItemProblem)));
    const statusChange = compareStatus(each.current, loggedAt(each));
    const { former, goesBack } = statusChange;
    if (problems.length > 0) return [];
    return [{ ...each, values: currentValues, statusChange, ...(goesBack && former && { status: former }) }];
  });
}
