import { resolve } from './contract.ts';
import { withoutNull } from './entities.ts';
import type { Contract, Schema } from './types.ts';

/** A value within a body: a field, an item of a list or a member of an object. */
export interface Place {
  /** The names that lead to it; `0` stands for the items of a list. */
  path: string[];
  /** What its value looks like, `null` left aside. */
  schema: Schema;
  required: boolean;
  /** The server sets it, whatever is sent. */
  readOnly: boolean;
}

/** Every place of a body, the inner ones after those that they are in; an example tells the names of open maps. */
export function placesIn(contract: Contract, schema: Schema, example: unknown, path: string[] = []): Place[] {
  const { properties = {}, required = [], items, additionalProperties } = withoutNull(contract, schema);
  const inner: [string, Schema][] = Object.entries(properties);
  if (items) inner.push(['0', items]);
  if (typeof additionalProperties === 'object') {
    inner.push([Object.keys(Object(valueAt(example, path)))[0] ?? 'en', additionalProperties]);
  }
  return inner.flatMap(([name, own]) => {
    const here: Place = {
      path: [...path, name],
      schema: withoutNull(contract, own),
      required: required.includes(name),
      readOnly: (own['x-read-only'] ?? resolve(contract, own)['x-read-only']) === true,
    };
    return [here, ...placesIn(contract, own, example, here.path)];
  });
}

export function pointerTo({ path }: Pick<Place, 'path'>): string {
  return `/${path.join('/')}`;
}

export function valueAt(body: unknown, path: string[]): unknown {
  // Cast: a step into JSON; one that leads nowhere gives undefined.
  return path.reduce((node, name) => (node as Record<string, unknown> | null | undefined)?.[name], body);
}

/** The same body with another value at a place, made where it is missing; `undefined` takes the place away. */
export function withValue<T>(body: T, [name, ...rest]: string[], value: unknown): T {
  // Casts: what comes back is the body that was given, but for the place.
  if (name === undefined) return value as T;
  if (Array.isArray(body) || name === '0') {
    const items: unknown[] = Array.isArray(body) ? [...body] : [];
    items[Number(name)] = withValue(items[Number(name)], rest, value);
    return items as T;
  }
  const { [name]: old, ...others } = Object(body) as Record<string, unknown>;
  if (rest.length === 0 && value === undefined) return others as T;
  return { ...Object(body), [name]: withValue(old, rest, value) };
}
