import { changedPointers, readPointer } from '#crud/merge.ts';
import type { Change } from '#crud/resource.ts';
import { toValues } from './form-values.ts';

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
