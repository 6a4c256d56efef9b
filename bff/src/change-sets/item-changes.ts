import type { FieldValues, ResolvedValues } from '#crud/model.ts';
import { changedPointers } from '#crud/pointers.ts';
import { fromJson } from '#database';
import { unescapeKey } from '#http/contract.ts';
import { differingPointers } from './engine/item.ts';

/** What an item changes. */
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

/** Converts what an item changes into the column from which lists read it without comparing values; null where references change. */
export const toStoredChanges = ({
  base,
  after,
  version,
}: {
  base: ResolvedValues;
  after: ResolvedValues | null;
  version: number;
}): string | null =>
  after && !changesReferences(base, after) ? JSON.stringify({ ...toItemChanges(base, after), version }) : null;

/** Reads what `toStoredChanges` has stored; undefined if an earlier release, which does not store it, has changed the item since. */
export function readStoredChanges(changes: string | null, version: number): ItemChanges | undefined {
  const stored = fromJson<(ItemChanges & { version: number }) | null>(changes);
  return stored?.version === version ? stored : undefined;
}

const fieldOf = (pointer: string): string => unescapeKey(pointer.split('/')[1] ?? '');
