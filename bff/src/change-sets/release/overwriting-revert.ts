import { readLoggedVersions } from '#crud/history/versions.ts';
import type { CrudContext, Entity, EntityRecord, ResolvedValues } from '#crud/model.ts';
import { readUnreviewedContributors } from '#crud/review/earlier-contributors.ts';
import { fieldsOf, lockRecords, toWrittenValues } from '#crud/rows.ts';
import { type Transaction, transactWithinTimeLimit } from '#database';
import type { Language } from '#http/contract.ts';
import { type FieldProblem, invalid, Problem } from '#http/problem.ts';
import { extractActor } from '#record-log/append.ts';
import { compareStatus, readEarlierStates } from '../engine/earlier-state.ts';
import { wholeItemProblem } from '../engine/item.ts';
import { type EventRequest, type LockedSet, lockForEvent, toDecisionColumns, toMover } from '../lock-for-event.ts';
import { findReviewerIds } from '../review/approval.ts';
import { emailAboutSet } from '../set-emails.ts';
import {
  type ItemDraft,
  isCreation,
  isWritten,
  readDeletions,
  readSetItems,
  type SetItem,
  toItemColumns,
  type WrittenItem,
} from '../set-items.ts';
import {
  addWriter,
  lockSet,
  moveSet,
  type Overwrite,
  readWriterIds,
  recordStep,
  type StoredSet,
  setTransitions,
  updateSet,
} from '../stored-set.ts';
import { findChangedAgain, findUnseenChanges, recordKey } from './changes-since-submission.ts';
import { SetRefused, transactRollingBack } from './release-set.ts';
import { type KeptItems, revertSet, type SetToRevert } from './revert-set.ts';

// A revert that overwrites what somebody has changed since is a set of its own. Its items show what it will write, and remember which
// values its author chose to overwrite; its approval reverts the other set.

const MAX_TITLE_LENGTH = 180;
const TITLES: Record<Language, (title: string) => string> = {
  'zh-CN': (title) => `撤销“${title}”`,
  en: (title) => `Revert “${title}”`,
};

/** Submits a set whose approval reverts a released one. @throws SetRefused where the revert could take nothing back */
export async function submitRevert(crud: CrudContext, request: EventRequest): Promise<void> {
  const { caller, body } = request;
  let version = 0;
  let kept: KeptItems = new Map();
  const prepareTrial = async (trx: Transaction): Promise<SetToRevert> => {
    const locked = await lockForEvent(crud, trx, request);
    version = locked.set.version;
    const { id } = locked.set;
    const overwrites = toOverwrites(body.overwrite);
    await draftItems(crud, trx, locked, body.overwrite);
    const actor = extractActor(caller);
    const complete = async () => {
      const keptItems = (await readSetItems(trx, id)).filter(({ outcome }) => outcome === 'kept');
      kept = new Map(keptItems.map((item) => [item.id, item.problems]));
      assertOverwritten(locked, kept, overwrites);
    };
    // tried as approved: its approval reviews what goes back
    return { ...locked, id, actor, proposer: actor, overwrites, report: request.report, complete };
  };
  await revertSet(crud, caller, prepareTrial, transactRollingBack);
  await transactWithinTimeLimit(caller, crud.db, async (trx) => {
    // somebody may have changed the set since the revert was tried
    const locked = await lockForEvent(crud, trx, { ...request, ifMatch: version });
    const items = locked.items.filter(({ id }) => !kept.has(id));
    const drafts = await draftItems(crud, trx, { items }, body.overwrite);
    const set = await insertRevert(trx, locked.set, drafts, request);
    const revertItems = await readSetItems(trx, set.id);
    const reviewerIds = await findReviewerIds(crud, trx, { items: revertItems, writerIds: [caller.id] });
    await updateSet(trx, locked.set.id);
    await emailAboutSet(
      trx,
      'setSubmitted',
      { set, items: revertItems, writerIds: [caller.id] },
      reviewerIds ?? [],
      request,
    );
    await request.complete?.(trx);
  });
}

/** @throws SetRefused where a record with a field to overwrite has to stay as it is */
function assertOverwritten(
  { set, items }: Pick<LockedSet, 'set' | 'items'>,
  kept: KeptItems,
  overwrites: ReadonlyMap<number, readonly string[]>,
): void {
  const results = items.flatMap((item) => {
    const problems = overwrites.has(item.id) ? kept.get(item.id) : undefined;
    return problems ? [{ item, outcome: 'kept' as const, problems }] : [];
  });
  if (results.length > 0) throw new SetRefused(set.id, results);
}

async function insertRevert(
  trx: Transaction,
  { id: revertsId, title }: StoredSet,
  drafts: ItemDraft[],
  { caller }: EventRequest,
): Promise<StoredSet> {
  const now = trx.raw('NOW(3)');
  const { language } = await trx('user').where('id', caller.id).first('language');
  // the cast: the column has the languages of the contract, or null until one is chosen
  const toTitle = TITLES[(language as Language | null) ?? 'zh-CN'];
  const author = { author_id: caller.id, author: caller.username };
  const [id = 0] = await trx('change_set').insert({
    kind: 'manual',
    status: setTransitions.submit.to,
    reverts_id: revertsId,
    ...author,
    title: toTitle([...title].slice(0, MAX_TITLE_LENGTH).join('')),
    create_time: now,
    update_time: now,
    submit_time: now,
    submitted_by: caller.username,
  });
  const system = { open: null, time: now, change_set_id: id, ...author };
  await trx.batchInsert(
    'proposal',
    drafts.map((draft) => ({ ...toItemColumns(draft), ...system })),
  );
  await recordStep(trx, id, setTransitions.submit.to, { by: caller.username });
  await addWriter(trx, id, caller.id);
  return lockSet(trx, id);
}

const toOverwrites = (overwrite: Overwrite = []): Map<number, string[]> => {
  const overwrites = new Map<number, string[]>();
  for (const { item, fields } of overwrite) overwrites.set(item, [...(overwrites.get(item) ?? []), ...fields]);
  return overwrites;
};

/** Drafts the items of a revert, without records that are deleted or exist again. @throws Problem like `assertOverwritable` */
async function draftItems(
  crud: CrudContext,
  trx: Transaction,
  { items }: Pick<LockedSet, 'items'>,
  overwrite: Overwrite = [],
): Promise<ItemDraft[]> {
  const drafts = await draftWrittenItems(crud, trx, items, toOverwrites(overwrite));
  assertChangedSince(drafts, overwrite);
  return items.flatMap(({ id }) => drafts.get(id) ?? []);
}

/** @throws Problem 422 for fields to overwrite that nobody has changed since, and for items that write nothing back */
export async function assertOverwritable(
  crud: CrudContext,
  trx: Transaction,
  items: SetItem[],
  overwrite: Overwrite = [],
): Promise<void> {
  const overwrites = toOverwrites(overwrite);
  const chosen = items.filter(({ id }) => overwrites.has(id));
  assertChangedSince(await draftWrittenItems(crud, trx, chosen, overwrites), overwrite);
}

function assertChangedSince(drafts: ReadonlyMap<number, ItemDraft>, overwrite: NonNullable<Overwrite>): void {
  const problems = overwrite.flatMap(({ item, fields }, at): FieldProblem[] => {
    const changedSince = drafts.get(item)?.overwrites;
    if (!changedSince) return [{ pointer: `/overwrite/${at}/item`, rule: 'unknownReference' }];
    return fields.flatMap((field, index) =>
      changedSince.includes(field)
        ? []
        : [{ pointer: `/overwrite/${at}/fields/${index}`, rule: 'notChangedSince' as const }],
    );
  });
  if (problems.length > 0) throw invalid(...problems);
}

/** Drafts what a revert does to the records that items have written, by the item's id. */
async function draftWrittenItems(
  crud: CrudContext,
  trx: Transaction,
  items: SetItem[],
  overwrites: ReadonlyMap<number, readonly string[]>,
): Promise<Map<number, ItemDraft>> {
  const drafts = new Map<number, ItemDraft>();
  const written = items.filter(isWritten);
  for (const entity of crud.entities) {
    const ofKind = written.filter((item) => item.entity === entity.key);
    for (const [id, draft] of await draftItemsOfKind(trx, entity, ofKind, overwrites)) drafts.set(id, draft);
  }
  return drafts;
}

async function draftItemsOfKind(
  trx: Transaction,
  entity: Entity,
  items: WrittenItem[],
  chosenPointers: ReadonlyMap<number, readonly string[]>,
): Promise<Map<number, ItemDraft>> {
  const ids = items.map(({ recordId }) => recordId);
  const records = await lockRecords(trx, entity, ids);
  const deletions = await readDeletions(
    trx,
    entity.key,
    ids.filter((id) => !records.has(id)),
  );
  const versions = items.flatMap((item) => {
    const current = records.get(item.recordId);
    if (!current || isCreation(item)) return [];
    return [
      { current, recordId: item.recordId, version: item.writtenVersion, overwrites: chosenPointers.get(item.id) },
    ];
  });
  const states = await readEarlierStates(trx, entity, versions);
  const earlier = versions.map(({ recordId, version }) => ({ recordId, version: version - 1 }));
  const contributors = await readUnreviewedContributors(trx, entity, earlier);
  const loggedAt = await readLoggedVersions(trx, entity, versions);
  const drafts = new Map<number, ItemDraft>();
  for (const item of items) {
    const { recordId } = item;
    const [current, deletion, state] = [records.get(recordId), deletions.get(recordId), states.get(recordId)];
    const common = { entity: entity.key, recordId, event: null, become: 'active' as const };
    if (current) {
      const existing = { ...common, base: toWrittenValues(entity, current), baseVersion: current.record.version };
      if (isCreation(item)) drafts.set(item.id, { ...existing, action: 'delete', after: null });
      else if (state) {
        const { values, overwrittenPointers: overwrites } = state;
        const contributorIds = contributors.get(recordId) ?? [];
        const draft = { ...existing, action: 'restore' as const, after: values, overwrites, contributorIds };
        const { goesBack, former } = compareStatus(current, loggedAt({ recordId, version: item.writtenVersion }));
        drafts.set(item.id, goesBack && former ? withStatuses(draft, current.record.status, former) : draft);
      }
    } else if (item.action === 'delete' && deletion?.version === item.writtenVersion) {
      const after = { fields: fieldsOf(entity, deletion.before), refs: deletion.refs };
      const base = { fields: {}, refs: {} };
      drafts.set(item.id, { ...common, action: 'restore', base, baseVersion: deletion.version, after });
    }
  }
  return drafts;
}

type RestoreDraft = ItemDraft & { after: ResolvedValues };

/** Adds to the values of a restoration the status that the record has and the one that goes back; both are only shown. */
const withStatuses = (
  draft: RestoreDraft,
  before: EntityRecord['status'],
  after: EntityRecord['status'],
): RestoreDraft => ({
  ...draft,
  base: { ...draft.base, fields: { ...draft.base.fields, status: before } },
  after: { ...draft.after, fields: { ...draft.after.fields, status: after } },
});

/**
 * Approves a revert, and thereby reverts the other set.
 * @throws SetRefused where a field that it overwrites has changed again
 */
export async function approveRevert(crud: CrudContext, request: EventRequest, revertedId: number): Promise<void> {
  let revertItems: SetItem[] = [];
  try {
    await revertSet(crud, request.caller, async (trx) => {
      const locked = await lockForEvent(crud, trx, request);
      revertItems = locked.items;
      const reverted = await prepareApproved(crud, trx, locked, revertedId);
      const { caller, body, report } = request;
      const { author } = locked.set;
      await moveSet(trx, revertedId, setTransitions.revert.to, { by: author }, { ended_by: author });
      const decision = { release_time: trx.raw('NOW(3)'), ...toDecisionColumns(trx, request) };
      await moveSet(trx, locked.set.id, setTransitions.approve.to, toMover(request), decision);
      const complete = async (): Promise<void> => {
        await settleRevertItems(trx, locked.set.id, revertedId, caller.username);
        await emailAboutSet(trx, 'setApproved', locked, [locked.set.author_id], request);
        await request.complete?.(trx);
      };
      return { ...reverted, actor: extractActor(caller), reason: body.reason, report, complete };
    });
  } catch (error) {
    throw toRevertRefusal(error, request.path.id, revertItems);
  }
}

/** Returns what a submitted revert takes back. @throws SetRefused where a field that it overwrites has changed again */
export async function prepareApproved(
  crud: CrudContext,
  trx: Transaction,
  { set, items }: Pick<LockedSet, 'set' | 'items'>,
  revertedId: number,
): Promise<Omit<SetToRevert, 'actor'>> {
  const reverted = await lockSet(trx, revertedId);
  if (!setTransitions.revert.from.includes(reverted.status)) throw new Problem('invalidTransition');
  const changedAgain = await findChangedAgain(crud, trx, items);
  if (changedAgain.length > 0) throw new SetRefused(set.id, changedAgain);
  const revertedItems = await readSetItems(trx, revertedId);
  const overwritesOf = new Map(items.map((item) => [recordKey(item), item.overwrites]));
  const overwrites = new Map(revertedItems.map((item) => [item.id, overwritesOf.get(recordKey(item)) ?? []]));
  const drafts = await draftWrittenItems(crud, trx, revertedItems, overwrites);
  const unseen = await findUnseenChanges(crud, trx, items, [...drafts.values()]);
  if (unseen.length > 0) throw new SetRefused(set.id, unseen);
  return {
    id: set.id,
    items: revertedItems,
    writerIds: await readWriterIds(trx, revertedId),
    proposer: { id: set.author_id, username: set.author },
    // what had to stay when it was submitted, or has come back since, is not among what is approved
    kept: new Map(
      revertedItems.flatMap((item) =>
        drafts.has(item.id) && !overwritesOf.has(recordKey(item)) ? [[item.id, [wholeItemProblem('notInRevert')]]] : [],
      ),
    ),
    overwrites,
  };
}

/** Stores the outcomes of the reverted items with the items of the revert, too. */
const settleRevertItems = (trx: Transaction, id: number, revertedId: number, decidedBy: string) =>
  trx.raw(
    `UPDATE proposal AS item JOIN proposal AS reverted ON reverted.change_set_id = ? AND reverted.entity = item.entity
       AND reverted.record_id = item.record_id
     SET item.outcome = IF(reverted.outcome = 'kept', 'kept', 'released'), item.problems = reverted.problems,
       item.decided_by = ?, item.decided_time = NOW(3)
     WHERE item.change_set_id = ?`,
    [revertedId, decidedBy, id],
  );

/** Assigns the problems in the refusal of a revert to the items of the revert; another error stays as it is. */
export function toRevertRefusal(error: unknown, revertId: number, revertItems: SetItem[]): unknown {
  if (!(error instanceof SetRefused)) return error;
  const items = new Map(revertItems.map((item) => [recordKey(item), item]));
  const results = error.results.flatMap((result) => {
    const item = items.get(recordKey(result.item));
    return item ? [{ ...result, item }] : [];
  });
  return new SetRefused(revertId, results);
}
