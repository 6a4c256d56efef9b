import { isDeepStrictEqual } from 'node:util';

/** Returns the first difference of two JSON values as a path with both values, or undefined if they are equal. */
export function firstDifference(left: unknown, right: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(left, right)) return undefined;
  if (!isObject(left) || !isObject(right)) return `${path || '/'}: ${JSON.stringify(left)}, ${JSON.stringify(right)}`;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(left[key], right[key], `${path}/${key}`);
    if (difference) return difference;
  }
  return `${path || '/'}: ${JSON.stringify(left)}, ${JSON.stringify(right)}`;
}

/** Returns whether a value has members, which an array has by index. */
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
