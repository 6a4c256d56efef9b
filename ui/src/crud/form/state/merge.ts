import { type Data, isPlainObject, readPointer, toPointer, writePointer } from '#crud/pointers.ts';

/** Returns whether the contract treats two values as equal: a missing property equals null, and key order is ignored. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key]));
}

function findDifferences(a: unknown, b: unknown, path: string[]): string[] {
  const hasProperties =
    path.length < 2 &&
    (isPlainObject(a) || isPlainObject(b)) &&
    [a, b].every((value) => value == null || isPlainObject(value));
  if (!hasProperties) return isEqual(a, b) ? [] : [toPointer(...path)];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].flatMap((key) =>
    findDifferences(readPointer(a, toPointer(key)), readPointer(b, toPointer(key)), [...path, key]),
  );
}

/** Returns the pointers at which two records differ: fields, or properties of an object field (`/locales/zh-CN`). */
export function changedPointers(a: Data | null, b: Data | null): string[] {
  return findDifferences(a ?? {}, b ?? {}, []);
}

export interface MergeResult {
  /** Their record with my changes applied, except for conflicting fields, which keep their value. */
  merged: Data;
  /** Fields that both sides changed to different values. */
  conflicts: string[];
  /** Fields that only they changed. */
  theirChanges: string[];
  /** Fields that only I changed. */
  myChanges: string[];
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
const shorterPointer = (a: string, b: string): string => (a.length <= b.length ? a : b);

/** Merges their changes to a record and mine, both made to the same base. */
export function mergeThreeWay(base: Data | null, theirs: Data, mine: Data): MergeResult {
  const changedByThem = changedPointers(base, theirs);
  const changedByMe = changedPointers(base, mine);
  const contestedPointers = changedByThem.flatMap((pointer) =>
    changedByMe
      .filter((myPointer) => overlaps(pointer, myPointer))
      .map((myPointer) => shorterPointer(pointer, myPointer)),
  );
  const contested = [...new Set(contestedPointers)];
  const isUncontested = (pointer: string) => !contested.some((contestedPointer) => overlaps(contestedPointer, pointer));
  const takenMine = changedByMe.filter(isUncontested);
  return {
    merged: takenMine.reduce((data, pointer) => writePointer(data, pointer, readPointer(mine, pointer)), theirs),
    conflicts: contested.filter((pointer) => !isEqual(readPointer(theirs, pointer), readPointer(mine, pointer))),
    theirChanges: changedByThem.filter(isUncontested),
    myChanges: takenMine,
  };
}

/** A changed code of a record that a field refers to. */
export interface CodeChange {
  /** The name of the field, which may hold a list. */
  field: string;
  from: string;
  to: string;
}

/** Returns the code changes of a version that the action `reference` wrote; only codes differ between its two sides. */
export const findCodeChanges = (before: Data, after: Data): CodeChange[] =>
  changedPointers(before, after).flatMap((pointer) => {
    const [, field = ''] = pointer.split('/');
    return codePairs(readPointer(before, pointer), readPointer(after, pointer)).map(([from, to]) => ({
      field,
      from,
      to,
    }));
  });

function codePairs(before: unknown, after: unknown): [string, string][] {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? [] : [[before, after]];
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((entry, index) => codePairs(entry, after[index]));
  if (!isPlainObject(before) || !isPlainObject(after)) return [];
  return Object.keys(before).flatMap((key) => codePairs(before[key], after[key]));
}

/** Returns values based on an older version with the current codes of the records they refer to. */
export function replaceChangedCodes(data: Data, changes: readonly CodeChange[] = []): Data {
  const current = { ...data };
  for (const { field, from, to } of changes)
    if (field in current) current[field] = replaceCode(current[field], from, to);
  return current;
}

function replaceCode(value: unknown, from: string, to: string): unknown {
  if (value === from) return to;
  if (Array.isArray(value)) return value.map((entry) => replaceCode(entry, from, to));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replaceCode(inner, from, to)]));
}
