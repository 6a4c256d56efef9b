import { expectSingle } from '#batch';
import { hasCode } from '#crud/entity.ts';
import { findIdsUnchangedExceptCodes, type SeenVersion } from '#crud/history/versions.ts';
import type { CrudContext, Entity, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import { type Proposal, readOpenProposals } from '#crud/review/proposals.ts';
import { deleteRejectionNoticeStatements } from '#crud/review/rejections.ts';
import { addContributors, clearContributorStatements } from '#crud/review/second-person.ts';
import {
  type Attribution,
  deleteRecords,
  insertRecords,
  type NewRecord,
  type RevivedRecord,
  reviveRecord,
  updateRecords,
} from '#crud/store.ts';
import type { Statement, Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Actor } from '#record-log/append.ts';
import { differs, type Item, type ItemProblem, type ItemResult, wholeItemProblem } from './item.ts';
import { type Chunk, type ItemSource, lockRecordsInBatches, mapInBatches } from './process-items.ts';

type Review = Schemas['Review'];

/** What an item would write now. */
export interface Change<I extends Item> {
  item: I;
  /** The record as it is now; undefined if there is none. */
  current: StoredRecord | undefined;
  /** The version of the record to which the change applies; null for a new record. */
  seenVersion: number | null;
  /** Undefined for a deletion. */
  values: ResolvedValues | undefined;
  /** The status that an existing record gets, with the event that leads to it. */
  transition?: { status: Schemas['Status']; event: Schemas['Event']; reason?: string } | undefined;
  /** Whether the values are those of an earlier version. */
  isRestoration?: boolean;
  /** The system values of the deleted record that it brings back. */
  revived?: RevivedRecord | undefined;
}

/** A change of an existing record. */
type Update<C> = C & { current: StoredRecord };

/** What items would write now. */
export interface Evaluation<I extends Item, C extends Change<I>> {
  changes: C[];
  /** Items that break rules. */
  invalid: (Evaluated<I> & { problems: ItemProblem[] })[];
  /** Items that cannot be read. */
  refused: ItemResult<I>[];
}

/** Where the items of a release come from, and what is particular to them. */
export interface ReleaseSource<I extends Item, C extends Change<I>> extends ItemSource<I> {
  /** Evaluates items whose records are locked. */
  evaluate(chunk: Chunk, items: I[]): Promise<Evaluation<I, C>>;
  /** Whether the open proposal of somebody stands in the way of a change of its record. */
  isBlockedBy(proposal: Proposal): boolean;
  /** Makes changes ready to be written, such as their references to new records. A change in neither list waits for others. */
  prepare(chunk: Chunk, changes: C[]): Promise<{ ready: C[]; refused: ItemResult<I>[] }>;
  toNewRecord(change: C, review: Review): NewRecord;
  /** Whether a second person still has to approve a change of the record, so that it is proposed instead of written. */
  isProposed(current: StoredRecord, review: Review): boolean;
  propose(chunk: Chunk, changes: Update<C>[]): Promise<ItemResult<I>[]>;
  /** Stores what became of items. */
  settle(chunk: Chunk, results: ItemResult<I>[]): Promise<void>;
}

export interface Release<I extends Item, C extends Change<I>> {
  crud: CrudContext;
  entity: Entity;
  source: ReleaseSource<I, C>;
  actor: Actor;
  /** Who made the changes that the actor approved. */
  proposer?: string | undefined;
  /** Is logged with each change. */
  reason: string | undefined;
  /** The change set, if people have put it together. */
  changeSetId?: number | undefined;
  /** The ids of the users who must not approve what is written. */
  contributorIds: number[];
}

/** Writes those items that neither conflict nor break a rule, and settles them. Returns how many are done; the others wait. */
export async function releaseItems<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  chunk: Chunk,
  items: I[],
): Promise<number> {
  const { changes, refused } = await evaluateItems(release, chunk, items);
  const results = [...(await writeChanges(release, chunk, changes)), ...refused];
  await release.source.settle(chunk, results);
  return results.length;
}

/** Locks the records of items, and finds the changes to write. */
export async function evaluateItems<I extends Item, C extends Change<I>>(
  { entity, source }: Release<I, C>,
  chunk: Chunk,
  items: I[],
): Promise<{ changes: C[]; refused: ItemResult<I>[] }> {
  const records = await lockRecordsInBatches(
    chunk.trx,
    entity,
    items.flatMap(({ recordId }) => recordId ?? []),
  );
  const { changes, invalid, refused } = await source.evaluate(chunk, items);
  const conflicts = await findConflicts(source, chunk.trx, entity, records, [...changes, ...invalid]);
  for (const [item, problem] of conflicts) refused.push({ item, outcome: 'conflicting', problems: [problem] });
  for (const { item, problems } of invalid)
    if (!conflicts.has(item)) refused.push({ item, outcome: 'refused', problems });
  return { changes: changes.filter(({ item }) => !conflicts.has(item)), refused };
}

type Evaluated<I extends Item> = Pick<Change<I>, 'item' | 'current' | 'seenVersion' | 'revived'>;

/** Finds the items whose records somebody has created, changed, deleted or proposed to change since the items' author saw them. */
async function findConflicts<I extends Item, C extends Change<I>>(
  source: ReleaseSource<I, C>,
  trx: Transaction,
  entity: Entity,
  records: ReadonlyMap<number, StoredRecord>,
  evaluated: Evaluated<I>[],
): Promise<Map<I, ItemProblem>> {
  const ids = evaluated.flatMap(({ item }) => item.recordId ?? []);
  const proposals = (await readOpenProposals(trx, entity, ids)).filter((proposal) => source.isBlockedBy(proposal));
  const authors = new Map(proposals.map(({ recordId, author }) => [recordId, author]));
  const unchangedIds = await findIdsUnchangedExceptCodes(trx, entity, evaluated.flatMap(toSeenVersion));
  const findConflict = ({ item: { recordId }, current, revived }: Evaluated<I>): ItemProblem | undefined => {
    if (recordId === null) return current && duplicateProblem(entity);
    if (revived) return undefined;
    if (!records.has(recordId)) return wholeItemProblem('recordDeleted');
    if (current?.record.id !== recordId || !unchangedIds.has(recordId)) return wholeItemProblem('changedSince');
    const by = authors.get(recordId);
    return by === undefined ? undefined : wholeItemProblem('proposalOpen', { by });
  };
  return new Map(
    evaluated.flatMap((each): [I, ItemProblem][] => {
      const conflict = findConflict(each);
      return conflict ? [[each.item, conflict]] : [];
    }),
  );
}

/** Pairs the current record's version with the one that the item's author has seen. */
function toSeenVersion<I extends Item>({ current, seenVersion }: Evaluated<I>): SeenVersion[] {
  if (!current || seenVersion === null) return [];
  const { id, version } = current.record;
  return [{ id, version, seenVersion }];
}

export const duplicateProblem = (entity: Entity): ItemProblem => ({
  pointer: `/${entity.keyFields.at(-1)}`,
  rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord',
  parameters: { entity: entity.label },
});

const isUpdate = <I extends Item, C extends Change<I>>(change: C): change is Update<C> => change.current !== undefined;

/** Writes changes like edits by a person: as new records, as new versions, or as proposals. */
export async function writeChanges<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  chunk: Chunk,
  changes: C[],
): Promise<ItemResult<I>[]> {
  const { crud, entity, source } = release;
  const { ready, refused: results } = await source.prepare(chunk, changes);
  const review = await crud.reviewSetting(entity.key, chunk.trx);
  const creations: C[] = [];
  const proposed: Update<C>[] = [];
  const updates: Update<C>[] = [];
  const restorations: Update<C>[] = [];
  const transitions: Update<C>[] = [];
  const deletions: Update<C>[] = [];
  for (const change of ready) {
    const { item, values, transition } = change;
    if (!isUpdate(change)) creations.push(change);
    else if (!values) deletions.push(change);
    else if (differs(entity, change.current, values)) {
      if (source.isProposed(change.current, review)) proposed.push(change);
      else (change.isRestoration ? restorations : updates).push(change);
    } else if (transition) transitions.push(change);
    // a referenced record may have a new code; the release did not write the record's version, so a revert leaves it alone
    else results.push({ item, outcome: 'unchanged' });
  }
  const revivals = creations.filter(({ revived }) => revived);
  results.push(
    ...(await writeCreations(
      release,
      chunk,
      creations.filter(({ revived }) => !revived),
      review,
    )),
  );
  for (const revival of revivals) results.push(await writeRevival(release, chunk, revival));
  if (proposed.length > 0) results.push(...(await source.propose(chunk, proposed)));
  results.push(...(await writeUpdates(release, chunk, updates, 'update')));
  results.push(...(await writeUpdates(release, chunk, restorations, 'restore')));
  // the changes of a batch are logged with the same action and reason
  const keyOf = ({ transition }: C) => `${transition?.event} ${transition?.reason ?? ''}`;
  for (const key of new Set(transitions.map(keyOf))) {
    const batch = transitions.filter((change) => keyOf(change) === key);
    const { event, reason = release.reason } = batch[0]?.transition ?? {};
    if (event) results.push(...(await writeUpdates({ ...release, reason }, chunk, batch, event)));
  }
  results.push(...(await writeDeletions(release, chunk, deletions)));
  return results;
}

const attributionOf = (
  { actor, proposer, reason, changeSetId }: Omit<Attribution, 'action'>,
  action: Attribution['action'],
): Attribution => ({ action, actor, proposer, reason, changeSetId });

async function writeCreations<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  { trx }: Chunk,
  creations: C[],
  review: Review,
): Promise<ItemResult<I>[]> {
  const { entity, source, contributorIds } = release;
  if (creations.length === 0) return [];
  const newRecords = creations.map((change) => source.toNewRecord(change, review));
  const created = await insertRecords(trx, entity, newRecords, attributionOf(release, 'create'));
  const pending = created.filter(({ record }) => record.status === 'pending');
  await addContributors(trx, entity.key, idsOf(pending), contributorIds);
  return resultsOf(creations, created, 'created');
}

/** Brings back a deleted record, pending like one that a person restores. */
async function writeRevival<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  { trx }: Chunk,
  { item, values, revived }: C,
): Promise<ItemResult<I>> {
  const { entity, contributorIds } = release;
  if (!values || !revived) throw new Error('a record that is brought back has no values');
  const written = await reviveRecord(trx, entity, values, attributionOf(release, 'restore'), revived, []);
  await addContributors(trx, entity.key, [revived.id], contributorIds);
  return { item, outcome: 'created', recordId: revived.id, version: expectSingle(written).record.version };
}

/** Writes new values, a new status, or both, as one version each. */
async function writeUpdates<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  { trx }: Chunk,
  updates: Update<C>[],
  action: Schemas['Action'],
): Promise<ItemResult<I>[]> {
  const { entity, contributorIds } = release;
  if (updates.length === 0) return [];
  const changesValues = action === 'update' || action === 'restore';
  const isApproved = ({ transition }: Update<C>) => transition?.event === 'approve';
  const written = await mapInBatches(updates, (batch) =>
    updateRecords(
      trx,
      entity,
      batch.map(({ current, values, transition }) => ({
        current,
        ...(changesValues && values && { values }),
        ...(transition && { status: transition.status }),
      })),
      attributionOf(release, action),
      // one statement per record, each by its primary key
      batch.flatMap((update): Statement[] => {
        const { record } = update.current;
        if (isApproved(update)) return clearContributorStatements(entity.key, record);
        return update.transition?.event === 'resubmit' ? deleteRejectionNoticeStatements(entity.key, record.id) : [];
      }),
    ),
  );
  // whoever submits a record again has contributed to it, too
  const contributed = updates.filter((update) => (changesValues && !isApproved(update)) || action === 'resubmit');
  await addContributors(trx, entity.key, idsOf(contributed.map(({ current }) => current)), contributorIds);
  return resultsOf(updates, written, 'updated');
}

/** Deletes records. One that others refer to waits, as those may be deleted next; in the last round it is refused. */
async function writeDeletions<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  { trx, isLastRound }: Chunk,
  deletions: Update<C>[],
): Promise<ItemResult<I>[]> {
  const { crud, entity } = release;
  if (deletions.length === 0) return [];
  const ids = idsOf(deletions.map(({ current }) => current));
  const referredIds = await findReferencedIds(crud, trx, entity, ids);
  const unreferred = deletions.filter(({ current }) => !referredIds.has(current.record.id));
  const records = unreferred.map(({ current }) => current);
  await deleteRecords(trx, entity, records, attributionOf(release, 'delete'));
  const settled = isLastRound ? deletions : unreferred;
  return settled.map(({ item, current: { record } }) =>
    referredIds.has(record.id)
      ? { item, outcome: 'refused', problems: [wholeItemProblem('stillReferred')] }
      : { item, outcome: 'removed', recordId: record.id, version: record.version + 1 },
  );
}

const idsOf = (all: StoredRecord[]) => all.map(({ record }) => record.id);

const resultsOf = <I extends Item>(
  changes: Change<I>[],
  written: StoredRecord[],
  outcome: 'created' | 'updated',
): ItemResult<I>[] =>
  changes.map(({ item }, at) => {
    const record = written[at]?.record;
    return { item, outcome, ...(record && { recordId: record.id, version: record.version }) };
  });
