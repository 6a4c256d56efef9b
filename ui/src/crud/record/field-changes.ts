import type { Schemas } from '#api/facts.gen.ts';
import type { Values } from '#crud/define-entity.ts';
import { toValues } from '#crud/form/form-definition.ts';
import { changedPointers } from '#crud/form/merge.ts';
import { isPlainObject, readPointer } from '#crud/pointers.ts';
import type { Change, Proposal } from '#crud/resource.ts';

export interface FieldChange {
  pointer: string;
  before: unknown;
  after: unknown;
}

/** What a change did to the fields that people write. */
export function fieldChanges({ before, after }: Pick<Change, 'before' | 'after'>): FieldChange[] {
  const [old, now] = [before ? toValues(before) : {}, after ? toValues(after) : {}];
  return changedPointers(old, now).map((pointer) => ({
    pointer,
    before: readPointer(old, pointer),
    after: readPointer(now, pointer),
  }));
}

/** What a proposal would change of a record, or of what it started from. */
export const proposedChanges = ({ changes, after = {} }: Proposal, from: Values): FieldChange[] =>
  changes.map((pointer) => ({ pointer, before: readPointer(from, pointer), after: readPointer(after, pointer) }));

/** Changes as a log keeps them, down to the properties that differ. */
export const spreadChanges = (changes: Schemas['ValueChanges']): FieldChange[] =>
  changes.flatMap((change) => {
    const { pointer, before, after } = change;
    if (!isPlainObject(before) || !isPlainObject(after)) return [change];
    return changedPointers(before, after).map((below) => ({
      pointer: pointer + below,
      before: readPointer(before, below),
      after: readPointer(after, below),
    }));
  });
