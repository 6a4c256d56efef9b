import { mergeRecord } from '#crud/merge.ts';
import type { Entity, EntityRecord, FieldValues } from '#crud/model.ts';
import type { Proposal } from '#crud/review/proposals.ts';
import { hasBeenApproved } from '#crud/review/second-person.ts';
import { fieldsOf } from '#crud/rows.ts';

/** Whether a proposal has a conflict with a record that it did not have before. */
export function conflictsNewly(
  entity: Entity,
  { base, after }: Proposal,
  before: FieldValues,
  now: FieldValues,
): boolean {
  if (!after) return false;
  const findConflicts = (current: FieldValues) =>
    mergeRecord(entity, { base: base.fields, after: after.fields, current }).conflicts;
  const earlierConflicts = findConflicts(before);
  return findConflicts(now).some((pointer) => !earlierConflicts.includes(pointer));
}

/** What a revert does to a record. */
interface RevertedState {
  record: EntityRecord;
  fields: FieldValues;
  /** The status that goes back. */
  status?: EntityRecord['status'] | undefined;
  /** Whether a second person has approved the revert, so that it replaces proposals. */
  isApproved?: boolean;
}

/**
 * Whether an open proposal keeps a record as it is in a revert: it changes a field that goes back, or the record would not be approved any
 * more, while only those that are can have proposals.
 */
export const blocksRevert = (
  entity: Entity,
  proposal: Proposal,
  { record, fields, status, isApproved = false }: RevertedState,
): boolean =>
  (status !== undefined && !hasBeenApproved({ status })) ||
  (!isApproved && conflictsNewly(entity, proposal, fieldsOf(entity, record), fields));
