import { valueAt } from '../../contract/body-fields.ts';
import type { TestedEntity } from '../records/tested-entity.ts';

/** Returns the path of a list column in a record: `verificationState` is the `state` of `verification`. */
export function columnPath(entity: TestedEntity, column: string): string[] | undefined {
  const toCamelCase = (path: string[]) =>
    path.map((part, index) => (index > 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part)).join('');
  return entity.fields.find(({ path }) => toCamelCase(path) === column)?.path;
}

/** Returns the value at a path, or the items of a list at that path. */
export function valuesAt(record: object, path: string[]): unknown[] {
  return [valueAt(record, path)].flat();
}
