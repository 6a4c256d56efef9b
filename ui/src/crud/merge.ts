import { type Data, isPlainObject, readPointer, toPointer, writePointer } from './pointers.ts';

export { readPointer, writePointer } from './pointers.ts';

/** Equal as the contract sees it: an absent property is a null one, the order of keys says nothing. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  if (!isPlainObject(a) || !isPlainObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => same(a[key], b[key]));
}

function differences(a: unknown, b: unknown, path: string[]): string[] {
  const descend =
    path.length < 2 &&
    (isPlainObject(a) || isPlainObject(b)) &&
    [a, b].every((side) => side == null || isPlainObject(side));
  if (!descend) return same(a, b) ? [] : [toPointer(...path)];
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].flatMap((key) =>
    differences(readPointer(a, toPointer(key)), readPointer(b, toPointer(key)), [...path, key]),
  );
}

/** Where two records differ: fields, and the properties of a field that is an object (`/locales/zh-CN`). */
export function changedPointers(a: Data | null, b: Data | null): string[] {
  return differences(a ?? {}, b ?? {}, []);
}

export interface Merge {
  /** Theirs with everything that only I changed; where both did, still theirs. */
  merged: Data;
  /** Changed on both sides, differently. */
  conflicts: string[];
  takenTheirs: string[];
  takenMine: string[];
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
const shorter = (a: string, b: string): string => (a.length <= b.length ? a : b);

export function threeWay(base: Data | null, theirs: Data, mine: Data): Merge {
  const changedByThem = changedPointers(base, theirs);
  const changedByMe = changedPointers(base, mine);
  const clashes = changedByThem.flatMap((pointer) =>
    changedByMe.filter((other) => overlaps(pointer, other)).map((other) => shorter(pointer, other)),
  );
  const touched = new Set(clashes);
  const clear = (pointer: string) => ![...touched].some((clash) => overlaps(clash, pointer));
  const takenMine = changedByMe.filter(clear);
  return {
    merged: takenMine.reduce((data, pointer) => writePointer(data, pointer, readPointer(mine, pointer)), theirs),
    conflicts: [...touched].filter((pointer) => !same(readPointer(theirs, pointer), readPointer(mine, pointer))),
    takenTheirs: changedByThem.filter(clear),
    takenMine,
  };
}
