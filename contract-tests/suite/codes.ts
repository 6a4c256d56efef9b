import type { Schema } from '../contract/types.ts';

/** ISO 3166 leaves these to its users, so that no standard will ever take one. */
function userAssigned(): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const after = (first: string, from: string) => [...letters.slice(letters.indexOf(from))].map((last) => first + last);
  return [...after('Q', 'M'), ...after('X', 'A'), 'AA', 'ZZ'];
}

/** Values that match a field's pattern and are likely to be free. */
export function likelyFree(schema: Schema): string[] {
  const { pattern, format, maxLength = Number.POSITIVE_INFINITY } = schema;
  const codes = userAssigned();
  if (format === 'date-time') return codes.map((_, day) => new Date(Date.UTC(1999, 0, 1 + day)).toISOString());
  const fits = new RegExp(pattern ?? '', 'u');
  const paddings = ['', 'Z', 'ZZ', 'ZZZ', 'ZZZZ', 'ZZZZZ', 'ZZZZZZ'];
  const shapes = [
    ...paddings.map((padding) => codes.map((code) => code + padding)),
    ...paddings.map((padding) => codes.map((_, index) => `99${padding.replaceAll('Z', '0')}${100 + index}`)),
    [...'QXZ'].flatMap((letter) => [...'0123456789'].map((digit) => letter + digit)),
  ];
  const found = shapes.flat().filter((value) => fits.test(value) && value.length <= maxLength);
  if (found.length === 0) throw new Error(`no value for ${pattern} is thought of; add a shape to suite/codes.ts`);
  return found;
}
