import { resolve } from './contract.ts';
import { withoutNull } from './entities.ts';
import type { Contract, Schema } from './types.ts';

/** A value in a request body: a field, a list item or an object member. */
export interface BodyField {
  /** The names that lead to it. `0` stands for the items of a list. */
  path: string[];
  /** Its schema without the `null` variant. */
  schema: Schema;
  required: boolean;
  /** The server sets the field and ignores the value in the body. */
  readOnly: boolean;
}

/** Returns every field of a body, parents before children. Keys of maps are taken from the example. */
export function fieldsOfBody(contract: Contract, schema: Schema, example: unknown, path: string[] = []): BodyField[] {
  const { properties = {}, required = [], items, additionalProperties } = withoutNull(contract, schema);
  const children: [string, Schema][] = Object.entries(properties);
  if (items) children.push(['0', items]);
  if (typeof additionalProperties === 'object') {
    children.push([Object.keys(Object(valueAt(example, path)))[0] ?? 'en', additionalProperties]);
  }
  return children.flatMap(([name, childSchema]) => {
    const field: BodyField = {
      path: [...path, name],
      schema: withoutNull(contract, childSchema),
      required: required.includes(name),
      readOnly: (childSchema['x-read-only'] ?? resolve(contract, childSchema)['x-read-only']) === true,
    };
    return [field, ...fieldsOfBody(contract, childSchema, example, field.path)];
  });
}

export function pointerTo({ path }: Pick<BodyField, 'path'>): string {
  return `/${path.join('/')}`;
}

export function valueAt(body: unknown, path: string[]): unknown {
  // Cast: a missing member of JSON gives undefined.
  return path.reduce((node, name) => (node as Record<string, unknown> | null | undefined)?.[name], body);
}

/** Returns a copy of the body with a value set at a path, or removed if the value is undefined. */
export function withValue<T>(body: T, [name, ...rest]: string[], value: unknown): T {
  // Casts: the copy differs from the body at that path only.
  if (name === undefined) return value as T;
  if (Array.isArray(body) || name === '0') {
    const items: unknown[] = Array.isArray(body) ? [...body] : [];
    items[Number(name)] = withValue(items[Number(name)], rest, value);
    return items as T;
  }
  const { [name]: current, ...remaining } = Object(body) as Record<string, unknown>;
  if (rest.length === 0 && value === undefined) return remaining as T;
  return { ...Object(body), [name]: withValue(current, rest, value) };
}
