import type { Schema } from '../contract/types.ts';

/** Codes that ISO 3166 reserves for users, so no standard will ever assign them. */
function userAssigned(): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const codesFrom = (first: string, from: string) =>
    [...letters.slice(letters.indexOf(from))].map((last) => first + last);
  return [...codesFrom('Q', 'M'), ...codesFrom('X', 'A'), 'AA', 'ZZ'];
}

/** Values that match a field's pattern and are probably not in use. */
export function unusedCandidates(schema: Schema): string[] {
  const { pattern, format, maxLength = Number.POSITIVE_INFINITY } = schema;
  const codes = userAssigned();
  if (format === 'date-time') return codes.map((_, day) => new Date(Date.UTC(1999, 0, 1 + day)).toISOString());
  const regex = new RegExp(pattern ?? '', 'u');
  const paddings = ['', 'Z', 'ZZ', 'ZZZ', 'ZZZZ', 'ZZZZZ', 'ZZZZZZ'];
  const shapes = [
    ...paddings.map((padding) => codes.map((code) => code + padding)),
    ...paddings.map((padding) => codes.map((_, index) => `99${padding.replaceAll('Z', '0')}${100 + index}`)),
    [...'QXZ'].flatMap((letter) => [...'0123456789'].map((digit) => letter + digit)),
  ];
  const values = shapes.flat().filter((value) => regex.test(value) && value.length <= maxLength);
  if (values.length === 0) throw new Error(`no candidate matches ${pattern}; add a shape to suite/codes.ts`);
  return values;
}
