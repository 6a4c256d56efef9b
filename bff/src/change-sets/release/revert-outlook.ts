import { findUnchangedIds, readLoggedVersions } from '#crud/history/versions.ts';
import type { CrudContext, Entity, StoredRecord } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { readOpenProposals } from '#crud/review/proposals.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { fieldsOf, toStoredRecords } from '#crud/rows.ts';
import type { Database } from '#database';
import { compareStatus, readEarlierStates, wouldSkipReview } from '../engine/earlier-state.ts';
import { type ItemProblem, wholeItemProblem } from '../engine/item.ts';
import { readDeletions } from '../set-items.ts';
import { isCreation, type WrittenItem } from './revert-set.ts';

/**
 * Finds why a revert would leave records of these items, or their statuses, as they are, by item id. It tries nothing, so it does not
 * know what other records prevent, such as a code that another one has by now.
 */
export async function predictKept(
  crud: CrudContext,
  db: Database,
  entity: Entity,
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
  const proposals = await readOpenProposals(db, entity, ids);
  const authors = new Map(proposals.map(({ recordId, author }) => [recordId, author]));
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
    if (!current) return action === 'delete' || isCreation(item) ? undefined : wholeItemProblem('recordDeleted');
    const by = authors.get(recordId);
    if (by !== undefined) return wholeItemProblem('proposalOpen', { by });
    if (isCreation(item)) return undefined;
    const statusChange = compareStatus(current, loggedAt({ recordId, version }));
    const { fields = {} } = states.get(recordId)?.values ?? {};
    const goesBack = statusChange.goesBack || changedPointers(fieldsOf(entity, current.record), fields).length > 0;
    if (isReviewed && goesBack && wouldSkipReview(current, statusChange)) return wholeItemProblem('neverReviewed');
    return statusChange.isChangedSince ? { pointer: '/status', rule: 'changedSinceRelease' } : undefined;
  };

  return new Map(
    items.flatMap((item): [number, ItemProblem[]][] => {
      const problem = findProblem(item);
      return problem ? [[item.id, [problem]]] : [];
    }),
  );
}
