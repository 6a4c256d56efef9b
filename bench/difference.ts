import { isDeepStrictEqual } from 'node:util';

/** The first difference of two JSON values as a path with both values, or undefined. */
export function firstDifference(one: unknown, other: unknown, at = ''): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!isObject(one) || !isObject(other)) return `${at || '/'}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = firstDifference(one[key], other[key], `${at}/${key}`);
    if (found) return found;
  }
  return `${at || '/'}: ${JSON.stringify(one)}, ${JSON.stringify(other)}`;
}

/** An array is one by its indices. */
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
