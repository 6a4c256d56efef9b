import type { Schemas } from '#api/metadata.gen.ts';
import type { Values } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/definition/form-definition.ts';
import { changedPointers } from '#crud/form/state/merge.ts';
import { isPlainObject, readPointer } from '#crud/pointers.ts';
import type { Proposal } from '#crud/resource.ts';

export interface FieldChange {
  pointer: string;
  before: unknown;
  after: unknown;
}

/** Returns the editable fields that a change modified. */
export function fieldChanges({ before, after }: Record<'before' | 'after', Values | null>): FieldChange[] {
  const [oldValues, newValues] = [before ? editableFields(before) : {}, after ? editableFields(after) : {}];
  return changedPointers(oldValues, newValues).map((pointer) => ({
    pointer,
    before: readPointer(oldValues, pointer),
    after: readPointer(newValues, pointer),
  }));
}

/** Returns the changes of a proposal, compared with the given values. */
export const proposedChanges = (
  { changes, after = {} }: Pick<Proposal, 'changes' | 'after'>,
  oldValues: Values,
): FieldChange[] =>
  changes.map((pointer) => ({
    pointer,
    before: readPointer(oldValues, pointer),
    after: readPointer(after, pointer),
  }));

/** What a review is about: a record, and its proposal if there is one. */
export interface ReviewedContent {
  record: Values;
  openProposal?: { proposal: Pick<Proposal, 'after'> } | undefined;
}

/** Returns the values that an approval makes live. */
export const approvedValues = <R extends Values>({ record, openProposal }: ReviewedContent & { record: R }) => ({
  ...record,
  ...openProposal?.proposal.after,
});

/**
 * Returns how the fields of an item differ from what somebody saw of it: as they would be after its approval, and those of the record itself,
 * which may have changed below a proposal.
 */
export function changesSince(seen: ReviewedContent, now: ReviewedContent): FieldChange[] {
  const changes = fieldChanges({ before: approvedValues(seen), after: approvedValues(now) });
  const pointers = new Set(changes.map(({ pointer }) => pointer));
  const liveChanges = fieldChanges({ before: seen.record, after: now.record });
  return [...changes, ...liveChanges.filter(({ pointer }) => !pointers.has(pointer))];
}

/** Splits logged changes of objects into changes of their properties. */
export const splitObjectChanges = (changes: Schemas['ValueChanges']): FieldChange[] =>
  changes.flatMap((change) => {
    const { pointer, before, after } = change;
    if (!isPlainObject(before) || !isPlainObject(after)) return [change];
    return changedPointers(before, after).map((subPointer) => ({
      pointer: pointer + subPointer,
      before: readPointer(before, subPointer),
      after: readPointer(after, subPointer),
    }));
  });
