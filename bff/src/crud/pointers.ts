import { isDeepStrictEqual } from 'node:util';
import { escapeKey, unescapeKey } from '#http/contract.ts';
import type { Fields } from './model.ts';

type Leaves = Map<string, unknown>;

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each value that is compared as one, by JSON pointer: objects such as `locales` count entry by entry. */
function collectLeaves(fields: Fields): Leaves {
  const values: Leaves = new Map();
  for (const [name, value] of Object.entries(fields)) {
    if (!isPlain(value)) values.set(`/${escapeKey(name)}`, value ?? null);
    else
      for (const [key, inner] of Object.entries(value))
        values.set(`/${escapeKey(name)}/${escapeKey(key)}`, inner ?? null);
  }
  return values;
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Null and absent are the same. */
const isSame = (a: unknown, b: unknown) =>
  a === b || (a ?? null) === (b ?? null) || (isObject(a) && isObject(b) && isDeepStrictEqual(a, b));

/** Pointers of all that differs between two sets of fields, or in those of these names; null and absent are the same. */
export function changedPointers(
  before: Fields,
  after: Fields,
  names: Iterable<string> = new Set([...Object.keys(before), ...Object.keys(after)]),
): string[] {
  return [...names].flatMap((name) => {
    const [old, now] = [before[name], after[name]];
    if (isSame(old, now)) return [];
    // one level down, where either has one
    return isPlain(old) || isPlain(now) ? changedLeaves({ [name]: old }, { [name]: now }) : [`/${escapeKey(name)}`];
  });
}

function changedLeaves(before: Fields, after: Fields): string[] {
  const [old, now] = [collectLeaves(before), collectLeaves(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((pointer) => !isSame(old.get(pointer), now.get(pointer)));
}

interface Merge {
  fields: Fields;
  /** Where both sides changed the same value, differently. */
  conflicts: string[];
}

/** `current` with what `after` changed since `base`. */
export function mergeFields(base: Fields, after: Fields, current: Fields): Merge {
  const fields = structuredClone(current);
  const [old, now, live] = [collectLeaves(base), collectLeaves(after), collectLeaves(current)];
  const conflicts: string[] = [];
  for (const pointer of changedPointers(base, after)) {
    const value = now.get(pointer);
    if (!isSame(live.get(pointer), old.get(pointer)) && !isSame(live.get(pointer), value)) conflicts.push(pointer);
    writeLeaf(fields, pointer, value, now.has(pointer));
  }
  return { fields, conflicts };
}

function writeLeaf(fields: Fields, pointer: string, value: unknown, present: boolean): void {
  const [name = '', key] = pointer.slice(1).split('/').map(unescapeKey);
  if (key === undefined) {
    fields[name] = value ?? null;
    return;
  }
  const inner = isPlain(fields[name]) ? fields[name] : {};
  if (present) inner[key] = value;
  else delete inner[key];
  fields[name] = inner;
}

/** The value at a pointer of any depth. */
export const readAt = (fields: Fields, pointer: string): unknown =>
  segments(pointer).reduce<unknown>((value, key) => (value as Fields | null | undefined)?.[key], fields);

/** Sets the value at a pointer of any depth, where what is above it exists. */
export function writeAt(fields: Fields, pointer: string, value: unknown): void {
  const keys = segments(pointer);
  const last = keys.pop();
  const parent = keys.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], fields);
  // an array takes its index as a key like an object
  if (last !== undefined && typeof parent === 'object' && parent !== null) (parent as Fields)[last] = value;
}

function segments(pointer: string): string[] {
  const keys = pointer.slice(1).split('/');
  return pointer.includes('~') ? keys.map(unescapeKey) : keys;
}
