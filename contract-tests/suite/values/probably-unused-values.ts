import type { Schema } from '../../contract/types.ts';

/** Returns the codes that ISO 3166 leaves to users, which will never be assigned to a country. */
function userAssignedCodes(): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const codesFrom = (firstLetter: string, fromLetter: string) =>
    [...letters.slice(letters.indexOf(fromLetter))].map((lastLetter) => firstLetter + lastLetter);
  return [...codesFrom('Q', 'M'), ...codesFrom('X', 'A'), 'AA', 'ZZ'];
}

/** Returns values that match a field's pattern and are probably not in use. */
export function probablyUnusedValues(schema: Schema): string[] {
  const { pattern, format, maxLength = Number.POSITIVE_INFINITY } = schema;
  const codes = userAssignedCodes();
  if (format === 'date-time')
    return Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(1999, 0, 1 + day)).toISOString());
  const regex = new RegExp(pattern ?? '', 'u');
  const paddings = ['', 'Z', 'ZZ', 'ZZZ', 'ZZZZ', 'ZZZZZ', 'ZZZZZZ'];
  const shapes = [
    ...paddings.map((padding) => codes.map((code) => code + padding)),
    ...paddings.map((padding) => codes.map((_, index) => `99${padding.replaceAll('Z', '0')}${100 + index}`)),
    Array.from({ length: 28 }, (_, day) => `2998-02-${String(day + 1).padStart(2, '0')}`),
    [...'QXZ'].flatMap((letter) => [...'0123456789'].map((digit) => letter + digit)),
  ];
  const values = shapes.flat().filter((value) => regex.test(value) && value.length <= maxLength);
  if (values.length === 0)
    throw new Error(
      `no probably unused value matches ${pattern}; add a shape to suite/values/probably-unused-values.ts`,
    );
  return values;
}
