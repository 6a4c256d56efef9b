import { codeAndNameOf } from '#crud/entity.ts';
import { mergeRecord } from '#crud/merge.ts';
import type { Entity, FieldValues, StoredRecord } from '#crud/model.ts';
import { changedPointers, mergeFields } from '#crud/pointers.ts';
import { closeProposal, type Proposal, readOpenProposals } from '#crud/review/proposals.ts';
import { reportRejection } from '#crud/review/rejections.ts';
import { fieldsOf, lockRecords, toStoredRecords } from '#crud/rows.ts';
import type { Database, Transaction } from '#database';
import type { Actor } from '#record-log/append.ts';
import { conflictsNewly } from '../engine/proposal-conflicts.ts';
import type { SetItem } from '../set-items.ts';

/** What has been written to a record: its values before and afterwards. */
type WrittenItem = Pick<SetItem, 'recordId' | 'action' | 'base' | 'after'>;

/** A set that is being released or reverted. */
interface ReplacingSet {
  id: number;
  decidedBy: Actor;
  /** When it was approved, where that is past: proposals made since stay open. */
  decideTime?: Date | undefined;
  /** The ids of the users who have got an email, as each gets only one from a set that replaces several proposals. */
  emailedIds: Set<number>;
}

/**
 * Closes the open proposals of records that items have written, and tells their authors, where a proposal changes a field that its item
 * has changed otherwise, or a record that the item has deleted. The other proposals stay open, as they are merged by field once they are
 * approved.
 */
export async function closeReplacedProposals(
  trx: Transaction,
  entity: Entity,
  items: WrittenItem[],
  { id: setId, decidedBy, decideTime, emailedIds }: ReplacingSet,
): Promise<void> {
  const itemOf = new Map(items.flatMap((item) => (item.recordId === null ? [] : [[item.recordId, item]])));
  const proposals = await readOpenProposals(trx, entity, [...itemOf.keys()]);
  const records = await lockRecords(
    trx,
    entity,
    proposals.map(({ recordId }) => recordId),
  );
  const replaced: { proposal: Proposal; fields: FieldValues; isRecordDeleted: boolean }[] = [];
  for (const proposal of proposals) {
    const { recordId } = proposal;
    const [current, item] = [records.get(recordId), itemOf.get(recordId)];
    if (!item || !mayReplace(item, proposal, decideTime)) continue;
    const isRecordDeleted = item.action === 'delete';
    const fields = current?.record ?? item.base.fields;
    if (isRecordDeleted ? proposal.action !== 'delete' : current && isReplaced(entity, proposal, item, current))
      replaced.push({ proposal, fields, isRecordDeleted });
    else if (isRecordDeleted || (current && isWritten(entity, proposal, current)))
      await closeProposal(trx, entity, recordId, 'closed', decidedBy.username);
  }
  for (const { proposal, fields, isRecordDeleted } of replaced) {
    const { recordId: id, id: proposalId, authorId, contributorIds } = proposal;
    const reason = `replaced by change set #${setId}`;
    await closeProposal(trx, entity, id, 'rejected', decidedBy.username, reason);
    const work = { kind: 'proposal' as const, entity, id, proposalId, ...codeAndNameOf(entity, fields) };
    const authors = [...new Set([authorId, ...contributorIds])];
    const details = { by: decidedBy, reason, replacedBySetId: setId, isRecordDeleted };
    await reportRejection(trx, work, details, authors, replaced.length > 1 ? emailedIds : undefined);
  }
}

/** Whether an item can replace a proposal: those made after the approval of the set stay open, unless their records are deleted. */
const mayReplace = ({ action }: Pick<SetItem, 'action'>, { time }: Proposal, decideTime: Date | undefined): boolean =>
  action === 'delete' || !decideTime || time <= decideTime;

/** Finds the open proposals that items which are not released yet would replace, by item id. */
export async function findReplacedProposals(
  db: Database,
  entity: Entity,
  items: SetItem[],
  { decideTime }: Pick<ReplacingSet, 'decideTime'>,
): Promise<Map<number, Proposal>> {
  const ids = items.flatMap(({ recordId }) => recordId ?? []);
  const open = await readOpenProposals(db, entity, ids);
  const proposals = new Map(open.map((proposal) => [proposal.recordId, proposal]));
  const rows = proposals.size > 0 ? await db(entity.table).whereIn('id', [...proposals.keys()]) : [];
  const records = new Map((await toStoredRecords(db, entity, rows)).map(({ record }) => [record.id, record]));
  return new Map(
    items.flatMap((item): [number, Proposal][] => {
      const { id, recordId, action, base, after } = item;
      const [proposal, record] = [proposals.get(recordId ?? 0), records.get(recordId ?? 0)];
      if (!proposal || !record || !mayReplace(item, proposal, decideTime)) return [];
      const live = fieldsOf(entity, record);
      const released = after && mergeRecord(entity, { base: base.fields, after: after.fields, current: live }).fields;
      const isReplaced =
        action === 'delete'
          ? proposal.action !== 'delete'
          : released && conflictsNewly(entity, proposal, live, released);
      return isReplaced ? [[id, proposal]] : [];
    }),
  );
}

/** Whether a proposal conflicts with what an item has written, rather than with what somebody has changed before. */
function isReplaced(entity: Entity, proposal: Proposal, item: WrittenItem, { record }: StoredRecord): boolean {
  if (!item.after) return false;
  const live = fieldsOf(entity, record);
  const before = mergeFields(item.after.fields, item.base.fields, live).fields;
  return conflictsNewly(entity, proposal, before, live);
}

/** Whether a record has got everything that a proposal would change. */
function isWritten(entity: Entity, { base, after }: Proposal, { record }: StoredRecord): boolean {
  if (!after) return false;
  const live = fieldsOf(entity, record);
  const { fields } = mergeRecord(entity, { base: base.fields, after: after.fields, current: live });
  return changedPointers(live, fields).length === 0;
}
