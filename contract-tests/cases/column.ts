import { valueAt } from '../contract/places.ts';
import type { Kind } from '../suite/kind.ts';

/** Where in a record a column of the list stands: `verificationState` is the `state` of `verification`. */
export function columnPath(kind: Kind, column: string): string[] | undefined {
  const camel = (path: string[]) =>
    path.map((part, index) => (index > 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part)).join('');
  return kind.places.find(({ path }) => camel(path) === column)?.path;
}

/** The value there, or all of them where it is a list. */
export function valuesAt(record: object, path: string[]): unknown[] {
  return [valueAt(record, path)].flat();
}
