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

function write(data: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  const below = write(ownProperty(data, key), rest, value);
  if (Array.isArray(data)) {
    return key === '-' ? [...data, below] : data.map((item, index) => (String(index) === key ? below : item));
  }
  const { [key]: _replaced, ...others } = isPlainObject(data) ? data : {};
  // In its old place, so that a form built over the keys does not shuffle while somebody types.
  if (below === undefined) return others;
  return isPlainObject(data) && Object.hasOwn(data, key) ? { ...data, [key]: below } : { ...others, [key]: below };
}

/** A copy with the value at the pointer; `undefined` takes the property away, what lies between is made. */
export function writePointer<T extends Data>(data: T, pointer: string, value: unknown): T {
  // The cast: a copy of `data` but for one place, whose type the caller vouches for.
  return write(data, toSegments(pointer), value) as T;
}
