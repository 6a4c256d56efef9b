import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '#http/contract.ts';

/** The members that differ, one level deep, as JSON pointers with both values. */
export function valueChanges(before: object, after: object): Schemas['ValueChanges'] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
    .map((name) => ({ pointer: `/${name}`, before: old.get(name) ?? null, after: now.get(name) ?? null }));
}
