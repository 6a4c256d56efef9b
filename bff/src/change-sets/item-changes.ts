import type { FieldValues, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { unescapeKey } from '#http/contract.ts';
import { differingPointers } from './engine/item.ts';

/** What an item changes. Items store it, so that lists need not compare their values. */
export interface ItemChanges {
  pointers: string[];
  /** The new values of the fields that change, whole ones. */
  values: FieldValues;
}

export function toItemChanges(base: ResolvedValues, after: ResolvedValues): ItemChanges {
  const pointers = changedPointers(base.fields, after.fields);
  const names = new Set(pointers.map(fieldOf));
  return { pointers, values: Object.fromEntries([...names].map((name) => [name, after.fields[name] ?? null])) };
}

/** Whether a field changes that refers to other records, whose codes may be other ones than when the item was written. */
export function changesReferences(base: ResolvedValues, after: ResolvedValues): boolean {
  const names = new Set([...Object.keys(base.refs), ...Object.keys(after.refs)].map(fieldOf));
  return differingPointers(base, after).some((pointer) => names.has(fieldOf(pointer)));
}

const fieldOf = (pointer: string): string => unescapeKey(pointer.split('/')[1] ?? '');
