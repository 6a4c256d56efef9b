import { hasCode } from '#crud/entity.ts';
import { findIdsUnchangedExceptCodes, type SeenVersion } from '#crud/history/versions.ts';
import type { CrudContext, Entity, ResolvedValues, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { readOpenProposals } from '#crud/review/proposals.ts';
import { addContributors, clearContributorStatements } from '#crud/review/second-person.ts';
import { fieldsOf } from '#crud/rows.ts';
import { insertRecords, type NewRecord, updateRecords } from '#crud/store.ts';
import type { Transaction } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Actor } from '#record-log/append.ts';
import { type Item, type ItemProblem, type ItemResult, wholeItemProblem } from './item.ts';
import { type Chunk, type ItemSource, lockRecordsInBatches, mapInBatches } from './process-items.ts';

type Review = Schemas['Review'];

/** What an item would write now. */
export interface Change<I extends Item> {
  item: I;
  /** The record as it is now; undefined if there is none. */
  current: StoredRecord | undefined;
  values: ResolvedValues;
  /** The status that an existing record gets, with the event that leads to it. */
  transition?: { status: Schemas['Status']; event: Schemas['Event'] } | undefined;
}

/** A change of an existing record. */
export type Update<C> = C & { current: StoredRecord };

/** What items would write now. */
export interface Evaluation<I extends Item, C extends Change<I>> {
  changes: C[];
  /** Items that break rules. */
  invalid: { item: I; current: StoredRecord | undefined; problems: ItemProblem[] }[];
  /** Items that cannot be read. */
  refused: ItemResult<I>[];
}

/** Where the items of a release come from, and what is particular to them. */
export interface ReleaseSource<I extends Item, C extends Change<I>> extends ItemSource<I> {
  /** Evaluates items whose records are locked. */
  evaluate(chunk: Chunk, items: I[]): Promise<Evaluation<I, C>>;
  /** Completes the references of changes to new records. A change in neither list waits for others. */
  resolveReferences(chunk: Chunk, changes: C[]): Promise<{ ready: C[]; refused: ItemResult<I>[] }>;
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
  /** Is logged with each change. */
  reason: string;
  /** The ids of the users who must not approve what is written. */
  contributorIds: number[];
}

/** Writes those items that neither conflict nor break a rule, and settles them. Returns how many are done; the others wait. */
export async function releaseItems<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  chunk: Chunk,
  items: I[],
): Promise<number> {
  const { entity, source } = release;
  await lockRecordsInBatches(
    chunk.trx,
    entity,
    items.flatMap(({ recordId }) => recordId ?? []),
  );
  const { changes, invalid, refused } = await source.evaluate(chunk, items);
  const conflicts = await findConflicts(chunk.trx, entity, [...changes, ...invalid]);
  for (const [item, problem] of conflicts) refused.push({ item, outcome: 'conflicting', problems: [problem] });
  for (const { item, problems } of invalid)
    if (!conflicts.has(item)) refused.push({ item, outcome: 'refused', problems });
  const valid = changes.filter(({ item }) => !conflicts.has(item));
  const resolved = await source.resolveReferences(chunk, valid);
  const results = [...(await writeChanges(release, chunk, resolved.ready)), ...refused, ...resolved.refused];
  await source.settle(chunk, results);
  return results.length;
}

/** An item and the record as it is now. */
type Evaluated<I extends Item> = Pick<Change<I>, 'item' | 'current'>;

/** Finds the items whose records somebody has created, changed or proposed to change since the items' author saw them. */
async function findConflicts<I extends Item>(
  trx: Transaction,
  entity: Entity,
  evaluated: Evaluated<I>[],
): Promise<Map<I, ItemProblem>> {
  const ids = evaluated.flatMap(({ item }) => item.recordId ?? []);
  const proposals = await readOpenProposals(trx, entity, ids);
  const authors = new Map(proposals.map(({ recordId, author }) => [recordId, author]));
  const unchangedIds = await findIdsUnchangedExceptCodes(trx, entity, evaluated.flatMap(toSeenVersion));
  const findConflict = ({ item: { recordId }, current }: Evaluated<I>): ItemProblem | undefined => {
    if (recordId === null) return current && duplicateProblem(entity);
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
function toSeenVersion<I extends Item>({ item, current }: Evaluated<I>): SeenVersion[] {
  if (!current || item.version === null) return [];
  const { id, version } = current.record;
  return [{ id, version, seenVersion: item.version }];
}

const duplicateProblem = (entity: Entity): ItemProblem => ({
  pointer: `/${entity.keyFields.at(-1)}`,
  rule: hasCode(entity) ? 'duplicateCode' : 'duplicateRecord',
  parameters: { entity: entity.label },
});

const isUpdate = <I extends Item, C extends Change<I>>(change: C): change is Update<C> => change.current !== undefined;

/** Writes changes like edits by a person: as new records, as new versions, or as proposals. */
async function writeChanges<I extends Item, C extends Change<I>>(
  release: Release<I, C>,
  chunk: Chunk,
  changes: C[],
): Promise<ItemResult<I>[]> {
  const { crud, entity, source } = release;
  const review = await crud.reviewSetting(entity.key, chunk.trx);
  const creations: C[] = [];
  const proposed: Update<C>[] = [];
  const updates: Update<C>[] = [];
  const transitions: Update<C>[] = [];
  const results: ItemResult<I>[] = [];
  for (const change of changes) {
    const { item, values, transition } = change;
    if (!isUpdate(change)) creations.push(change);
    else if (changedPointers(fieldsOf(entity, change.current.record), values.fields).length > 0)
      (source.isProposed(change.current, review) ? proposed : updates).push(change);
    else if (transition) transitions.push(change);
    // a referenced record may have a new code; the release did not write the record's version, so a revert leaves it alone
    else results.push({ item, outcome: 'unchanged' });
  }
  results.push(...(await writeCreations(release, chunk, creations, review)));
  if (proposed.length > 0) results.push(...(await source.propose(chunk, proposed)));
  results.push(...(await writeUpdates(release, chunk, updates, 'update')));
  for (const event of new Set(transitions.flatMap(({ transition }) => transition?.event ?? []))) {
    const batch = transitions.filter(({ transition }) => transition?.event === event);
    results.push(...(await writeUpdates(release, chunk, batch, event)));
  }
  return results;
}

async function writeCreations<I extends Item, C extends Change<I>>(
  { entity, source, actor, reason, contributorIds }: Release<I, C>,
  { trx }: Chunk,
  creations: C[],
  review: Review,
): Promise<ItemResult<I>[]> {
  if (creations.length === 0) return [];
  const newRecords = creations.map((change) => source.toNewRecord(change, review));
  const created = await insertRecords(trx, entity, newRecords, { action: 'create', actor, reason });
  const pending = created.filter(({ record }) => record.status === 'pending');
  await addContributors(trx, entity.key, idsOf(pending), contributorIds);
  return resultsOf(creations, created, 'created');
}

/** Writes new values, a new status, or both, as one version each. */
async function writeUpdates<I extends Item, C extends Change<I>>(
  { entity, actor, reason, contributorIds }: Release<I, C>,
  { trx }: Chunk,
  updates: Update<C>[],
  action: Schemas['Action'],
): Promise<ItemResult<I>[]> {
  if (updates.length === 0) return [];
  const changesValues = action === 'update';
  const leavesPending = ({ current, transition }: Update<C>) =>
    transition !== undefined && current.record.status === 'pending';
  const written = await mapInBatches(updates, (batch) =>
    updateRecords(
      trx,
      entity,
      batch.map(({ current, values, transition }) => ({
        current,
        ...(changesValues && { values }),
        ...(transition && { status: transition.status }),
      })),
      { action, actor, reason },
      // one statement per record, each by its primary key
      batch.filter(leavesPending).flatMap(({ current }) => clearContributorStatements(entity.key, current.record.id)),
    ),
  );
  const contributed = updates.filter((update) => changesValues && !leavesPending(update));
  await addContributors(trx, entity.key, idsOf(contributed.map(({ current }) => current)), contributorIds);
  return resultsOf(updates, written, 'updated');
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
