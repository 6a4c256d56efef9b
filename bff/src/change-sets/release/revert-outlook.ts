import { findUnchangedIds, readLoggedVersions } from '#crud/history/versions.ts';
import type { CrudContext, Entity, FieldValues, StoredRecord } from '#crud/model.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { fieldsOf, toStoredRecords } from '#crud/rows.ts';
import { toTakenProblem } from '#crud/store.ts';
import { readHolders, readUniqueFields } from '#crud/unique-fields.ts';
import type { Database } from '#database';
import { compareStatus, readEarlierStates, wouldSkipReview } from '../engine/earlier-state.ts';
import { differs, type ItemProblem, wholeItemProblem } from '../engine/item.ts';
import { blocksRevert } from '../engine/proposal-conflicts.ts';
import { readProposalsByRecord } from '../engine/revert.ts';
import { isCreation, queryItems, readDeletions, type WrittenItem } from '../set-items.ts';

/** The items of one kind in a set. */
interface KindOfSet {
  entity: Entity;
  setId: number;
}

/**
 * Finds why a revert would leave records of these items of a set, or their statuses, as they are, by item id. It tries nothing, so it does
 * not know which rules between records would be broken.
 */
export async function predictKept(
  crud: CrudContext,
  db: Database,
  { entity, setId }: KindOfSet,
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
  const versions = items.flatMap(({ recordId, writtenVersion: version }) => {
    const current = records.get(recordId);
    return current ? [{ current, recordId, version }] : [];
  });
  const unchangedIds = await findUnchangedIds(db, entity, versions);
  const states = await readEarlierStates(db, entity, versions);
  const loggedAt = await readLoggedVersions(db, entity, versions);
  const proposals = await readProposalsByRecord(db, entity, ids);
  const takenFrom = await findTakenValues(db, { entity, setId }, [
    ...[...states].map(([recordId, { values }]) => ({ recordId, fields: values.fields })),
    ...[...deletions].map(([recordId, { before }]) => ({ recordId, fields: before })),
  ]);
  const isReviewed = needsSecondPerson(await crud.reviewSetting(entity.key, db));

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
    if (isCreation(item)) return proposalProblem;
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
