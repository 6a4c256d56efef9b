/** JSON pointers (RFC 6901) into plain data. */

export type Data = Record<string, unknown>;

export function isPlainObject(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toPointer(...segments: string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function toSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function ownProperty(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

export function readPointer(data: unknown, pointer: string): unknown {
  return toSegments(pointer).reduce(ownProperty, data);
}

function writeSegments(data: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const child = writeSegments(ownProperty(data, key), rest, value);
  if (Array.isArray(data)) {
    return key === '-' ? [...data, child] : data.map((item, index) => (String(index) === key ? child : item));
  }
  const { [key]: _replaced, ...others } = isPlainObject(data) ? data : {};
  // an existing key keeps its position, so that a form which lists the keys does not reorder during typing
  if (child === undefined) return others;
  return isPlainObject(data) && Object.hasOwn(data, key) ? { ...data, [key]: child } : { ...others, [key]: child };
}

/** Returns a copy with the value at the pointer; `undefined` removes the property, and missing parents are created. */
export function writePointer<T extends Data>(data: T, pointer: string, value: unknown): T {
  // The cast: the result differs from `data` only at the pointer, where the caller ensures the type.
  return writeSegments(data, toSegments(pointer), value) as T;
}
