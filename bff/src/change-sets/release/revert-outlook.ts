import { findUnchangedIds, readLoggedVersions } from '#crud/history/versions.ts';
import type { CrudContext, Entity, FieldValues, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { findReferencedIds } from '#crud/references/references.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { fieldsOf, toStoredRecords } from '#crud/rows.ts';
import { toTakenProblem } from '#crud/store.ts';
import { readHolders, readUniqueFields } from '#crud/unique-fields.ts';
import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import { compareStatus, readEarlierStates, wouldSkipReview } from '../engine/earlier-state.ts';
import { differs, type ItemProblem, wholeItemProblem } from '../engine/item.ts';
import { blocksRevert } from '../engine/proposal-conflicts.ts';
import { readProposalsByRecord } from '../engine/revert.ts';
import {
  isCreation,
  isWritten,
  queryItems,
  readDeletions,
  type SetItem,
  toSetItem,
  type WrittenItem,
} from '../set-items.ts';
import { recordKey } from './changes-since-submission.ts';

/** The items of one kind in a set. */
interface KindOfSet {
  entity: Entity;
  setId: number;
  /** In a revert that a second person approves: the fields that it overwrites, by item id. */
  overwrites?: ReadonlyMap<number, readonly string[]>;
}

/**
 * Finds why a revert would leave records of these items of a set, or their statuses, as they are, by item id. It tries nothing, so it does
 * not know which rules between records would be broken.
 */
export async function predictKept(
  crud: CrudContext,
  db: Database,
  { entity, setId, overwrites }: KindOfSet,
  items: WrittenItem[],
): Promise<Map<number, ItemProblem[]>> {
  if (items.length === 0) return new Map();
  const ids = items.map(({ recordId }) => recordId);
  const stored = await toStoredRecords(db, entity, await db(entity.table).whereIn('id', ids));
  const records = new Map(stored.map((each) => [each.record.id, each]));
  const deleted = items.filter(({ action, recordId }) => action === 'delete' && !records.has(recordId));
  const deletions = await readDeletions(
    db,
    entity.key,
    deleted.map(({ recordId }) => recordId),
  );
  const versions = items.flatMap(({ id, recordId, writtenVersion: version }) => {
    const current = records.get(recordId);
    return current ? [{ current, recordId, version, overwrites: overwrites?.get(id) }] : [];
  });
  const unchangedIds = await findUnchangedIds(db, entity, versions);
  const states = await readEarlierStates(db, entity, versions);
  const loggedAt = await readLoggedVersions(db, entity, versions);
  // an approval replaces open proposals, and reviews what goes back
  const isApproved = overwrites !== undefined;
  const proposals = isApproved ? new Map<number, never>() : await readProposalsByRecord(db, entity, ids);
  const takenFrom = await findTakenValues(db, { entity, setId }, [
    ...[...states].map(([recordId, { values }]) => ({ recordId, fields: values.fields })),
    ...[...deletions].map(([recordId, { before }]) => ({ recordId, fields: before })),
  ]);
  const referredIds = await findReferredByOthers(crud, db, { entity, setId }, items.filter(isCreation));
  const isReviewed = !isApproved && needsSecondPerson(await crud.reviewSetting(entity.key, db));

  const isChanged = (item: WrittenItem, current: StoredRecord | undefined): boolean => {
    const { action, recordId, writtenVersion } = item;
    if (action === 'delete') return current !== undefined || deletions.get(recordId)?.version !== writtenVersion;
    if (!current) return false;
    // other items go back field by field, as long as the log has what they wrote
    return isCreation(item) ? !unchangedIds.has(recordId) : !states.has(recordId);
  };
  const findProblem = (item: WrittenItem): ItemProblem | undefined => {
    const { action, recordId, writtenVersion: version } = item;
    const current = records.get(recordId);
    if (isChanged(item, current)) return wholeItemProblem('changedSinceRelease');
    if (!current && action === 'delete') return takenFrom.get(recordId);
    if (!current) return isCreation(item) ? undefined : wholeItemProblem('recordDeleted');
    const proposal = proposals.get(recordId);
    const proposalProblem = proposal && wholeItemProblem('proposalOpen', { by: proposal.author });
    if (isCreation(item))
      return proposalProblem ?? (referredIds.has(recordId) ? wholeItemProblem('stillReferred') : undefined);
    const statusChange = compareStatus(current, loggedAt({ recordId, version }));
    const values = states.get(recordId)?.values;
    const goesBack = statusChange.goesBack || (values !== undefined && differs(entity, current, values));
    const status = statusChange.goesBack ? statusChange.former : undefined;
    const fields = values?.fields ?? fieldsOf(entity, current.record);
    if (proposal && goesBack && blocksRevert(entity, proposal, { record: current.record, fields, status }))
      return proposalProblem;
    if (isReviewed && goesBack && wouldSkipReview(current, statusChange)) return wholeItemProblem('neverReviewed');
    const taken = takenFrom.get(recordId);
    if (taken) return taken;
    return statusChange.isChangedSince ? { pointer: '/status', rule: 'changedSinceRelease' } : undefined;
  };

  return new Map(
    items.flatMap((item): [number, ItemProblem[]][] => {
      const problem = findProblem(item);
      return problem ? [[item.id, [problem]]] : [];
    }),
  );
}

/** Finds the created records to which records beyond the set refer by now. */
async function findReferredByOthers(
  crud: CrudContext,
  db: Database,
  { entity, setId }: KindOfSet,
  creations: WrittenItem[],
): Promise<Set<number>> {
  if (creations.length === 0) return new Set();
  const ofSet: { entity: EntityKey; record_id: number }[] = await queryItems(db, setId)
    .whereNotNull('record_id')
    .select('entity', 'record_id');
  const idsOf = (key: EntityKey) => ofSet.flatMap((each) => (each.entity === key ? each.record_id : []));
  const idsOfSet = new Map(crud.entities.map(({ key }) => [key, idsOf(key)]));
  const createdIds = creations.map(({ recordId }) => recordId);
  return findReferencedIds(crud, db, entity, createdIds, idsOfSet);
}

/** Finds what the approval of a revert would by now leave as it is of what the revert's items show, by the id of its item. */
export async function predictStaying(
  crud: CrudContext,
  db: Database,
  revertedId: number,
  revertItems: SetItem[],
): Promise<Map<number, ItemProblem[]>> {
  const staying = new Map<number, ItemProblem[]>();
  const itemOf = new Map(revertItems.map((item) => [recordKey(item), item]));
  const rows = await queryItems(db, revertedId).whereIn(
    'record_id',
    revertItems.flatMap(({ recordId }) => recordId ?? []),
  );
  const reverted = rows.map(toSetItem).filter(isWritten);
  for (const entity of crud.entities) {
    const pairs = reverted.flatMap((written) => {
      const item = written.entity === entity.key ? itemOf.get(recordKey(written)) : undefined;
      return item ? [{ item, written }] : [];
    });
    const overwrites = new Map(pairs.map(({ item, written }) => [written.id, item.overwrites]));
    const ofKind = pairs.map(({ written }) => written);
    const kept = await predictKept(crud, db, { entity, setId: revertedId, overwrites }, ofKind);
    const pointers = await readStayingPointers(db, entity, pairs);
    for (const { item, written } of pairs) {
      const ofRecord = (kept.get(written.id) ?? []).filter(({ pointer }) => pointer !== '/status' || showsStatus(item));
      const ofFields = (pointers.get(item.id) ?? []).map(
        (pointer): ItemProblem => ({ pointer, rule: 'changedSinceRelease' }),
      );
      const problems = [...ofRecord, ...(ofRecord.some(isOfWholeItem) ? [] : ofFields)];
      if (problems.length > 0) staying.set(item.id, problems);
    }
  }
  return staying;
}

const isOfWholeItem = ({ pointer }: ItemProblem): boolean => pointer === undefined;

const showsStatus = ({ after }: SetItem): boolean => after?.fields.status !== undefined;

/** An item of a revert, and the one that it takes back. */
interface RevertedPair {
  item: SetItem;
  written: WrittenItem;
}

/** Reads which of the fields that items of a revert bring back somebody has changed since, by item id. */
async function readStayingPointers(
  db: Database,
  entity: Entity,
  pairs: RevertedPair[],
): Promise<Map<number, string[]>> {
  const ids = pairs.map(({ written }) => written.recordId);
  const stored = await toStoredRecords(db, entity, ids.length > 0 ? await db(entity.table).whereIn('id', ids) : []);
  const records = new Map(stored.map((each) => [each.record.id, each]));
  const versions = pairs.flatMap(({ item, written: { recordId, writtenVersion: version } }) => {
    const current = records.get(recordId);
    return current && item.after ? [{ current, recordId, version, overwrites: item.overwrites }] : [];
  });
  const states = await readEarlierStates(db, entity, versions);
  return new Map(
    pairs.map(({ item, written }) => {
      const shown = item.after ? changedPointers(item.base.fields, item.after.fields) : [];
      const kept = states.get(written.recordId)?.keptPointers ?? [];
      return [item.id, kept.filter((pointer) => shown.includes(pointer))];
    }),
  );
}

/** Finds the records that would get a value back which has to be unique, and which a record beyond the set has by now. */
async function findTakenValues(
  db: Database,
  { entity, setId }: KindOfSet,
  reverted: { recordId: number; fields: FieldValues }[],
): Promise<Map<number, ItemProblem>> {
  const taken: { recordId: number; holderId: number; problem: ItemProblem }[] = [];
  for (const field of reverted.length > 0 ? await readUniqueFields(db, entity) : []) {
    const holderOf = await readHolders(
      db,
      entity,
      field,
      reverted.map(({ fields }) => fields),
    );
    for (const { recordId, fields } of reverted) {
      const holderId = holderOf(fields);
      if (holderId === undefined || holderId === recordId) continue;
      taken.push({ recordId, holderId, problem: toTakenProblem(entity, field.name) });
    }
  }
  // records of the set give their values up, too
  const ownIds: number[] = await queryItems(db, setId)
    .where('entity', entity.key)
    .whereIn(
      'record_id',
      taken.map(({ holderId }) => holderId),
    )
    .pluck('record_id');
  const others = taken.filter(({ holderId }) => !ownIds.includes(holderId));
  return new Map(others.map(({ recordId, problem }) => [recordId, problem]));
}
