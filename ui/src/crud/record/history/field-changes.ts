import type { Schemas } from '#api/metadata.gen.ts';
import type { Values } from '#crud/define-entity.ts';
import { editableFields } from '#crud/form/state/form-definition.ts';
import { changedPointers } from '#crud/form/state/merge.ts';
import { isPlainObject, readPointer } from '#crud/pointers.ts';
import type { Change, Proposal } from '#crud/resource.ts';

export interface FieldChange {
  pointer: string;
  before: unknown;
  after: unknown;
}

/** Returns the editable fields that a change modified. */
export function fieldChanges({ before, after }: Pick<Change, 'before' | 'after'>): FieldChange[] {
  const [oldValues, newValues] = [before ? editableFields(before) : {}, after ? editableFields(after) : {}];
  return changedPointers(oldValues, newValues).map((pointer) => ({
    pointer,
    before: readPointer(oldValues, pointer),
    after: readPointer(newValues, pointer),
  }));
}

/** Returns the changes of a proposal, compared with the given values. */
export const proposedChanges = ({ changes, after = {} }: Proposal, oldValues: Values): FieldChange[] =>
  changes.map((pointer) => ({
    pointer,
    before: readPointer(oldValues, pointer),
    after: readPointer(after, pointer),
  }));

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
