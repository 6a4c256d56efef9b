import { changedPointers } from './merge.ts';
import { type Data, isPlainObject, readPointer } from './pointers.ts';

/** In a field of a record, the code of what it refers to has become another. */
export interface CodeChange {
  /** The name of the field, which may hold a list. */
  field: string;
  from: string;
  to: string;
}

/** What a version of the action `reference` changed; both sides are alike but for codes. */
export const codeChangesOf = (before: Data, after: Data): CodeChange[] =>
  changedPointers(before, after).flatMap((pointer) => {
    const [, field = ''] = pointer.split('/');
    return pairs(readPointer(before, pointer), readPointer(after, pointer)).map(([from, to]) => ({ field, from, to }));
  });

function pairs(before: unknown, after: unknown): [string, string][] {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? [] : [[before, after]];
  if (Array.isArray(before) && Array.isArray(after)) return before.flatMap((entry, at) => pairs(entry, after[at]));
  if (!isPlainObject(before) || !isPlainObject(after)) return [];
  return Object.keys(before).flatMap((key) => pairs(before[key], after[key]));
}

/** What was typed over an older version, with the codes that what it refers to has today. */
export function withTodaysCodes(data: Data, changes: readonly CodeChange[] = []): Data {
  const today = { ...data };
  for (const { field, from, to } of changes) if (field in today) today[field] = replaced(today[field], from, to);
  return today;
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, from, to));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaced(inner, from, to)]));
}
