import { valueAt } from '../contract/places.ts';
import type { Kind } from '../suite/kind.ts';

/** The path in a record of a list column: `verificationState` is the `state` of `verification`. */
export function columnPath(kind: Kind, column: string): string[] | undefined {
  const camel = (path: string[]) =>
    path.map((part, index) => (index > 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part)).join('');
  return kind.places.find(({ path }) => camel(path) === column)?.path;
}

/** The value at a path, or all items of a list there. */
export function valuesAt(record: object, path: string[]): unknown[] {
  return [valueAt(record, path)].flat();
}
