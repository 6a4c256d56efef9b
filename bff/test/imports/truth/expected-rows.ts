import { isDeepStrictEqual } from 'node:util';
import type { EntityRecord } from '#crud/model.ts';

/** What a row should come to, reckoned from the raw file. */
export interface Expected {
  /** What identifies the record; '' of a row that holds none. */
  key: string;
  /** Why it has to be refused, for whoever reads a difference. */
  refused?: string | undefined;
  /** What it gives of fields, and of names as `name[zh-CN]`; what is undefined it does not give. */
  values: Record<string, unknown>;
  /** What it gives only where the record has nothing yet. */
  fill?: Record<string, unknown>;
}

export type State = 'new' | 'changed' | 'unchanged' | 'refused' | 'conflicting';

/** The value of a field, or of a name in a language, in the contract's form. */
export function fieldValue(record: Record<string, unknown>, field: string): unknown {
  const [, language = ''] = /^name\[(.+)\]$/.exec(field) ?? [];
  if (!language) return record[field] ?? null;
  const locales = record.locales as Record<string, { name?: string }> | undefined;
  return locales?.[language]?.name ?? null;
}

const isEmpty = (value: unknown) => value === null || value === '' || value === false || isDeepStrictEqual(value, []);

/** The fields that a row would write, by what is there. */
export function given({ values, fill = {} }: Expected, current: EntityRecord | undefined): [string, unknown][] {
  const filled = Object.entries(fill).filter(([field]) => !current || isEmpty(fieldValue(current, field)));
  return [...Object.entries(values), ...filled].filter(([, value]) => value !== undefined && value !== '');
}

/** Numbers are kept with six decimals. */
export const isSame = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 0.000_000_6 : isDeepStrictEqual(a, b);

/** Refuses rows whose key another sound row has. `isMeant`: the one that counts among them, where a single one does. */
export function refuseRepeated(
  rows: Expected[],
  isMeant: (row: Expected, same: Expected[]) => boolean = () => false,
): void {
  const byKey = new Map<string, Expected[]>();
  for (const row of rows) if (!row.refused && row.key !== '') byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  for (const [key, same] of byKey) {
    if (same.length === 1) continue;
    const meant = same.filter((row) => isMeant(row, same));
    for (const row of same)
      if (meant.length !== 1 || row !== meant[0]) row.refused = `${key} stands ${same.length} times`;
  }
}

export function stateOf(row: Expected, current: EntityRecord | undefined): State {
  if (row.refused) return 'refused';
  if (!current) return 'new';
  return given(row, current).every(([field, value]) => isSame(fieldValue(current, field), value))
    ? 'unchanged'
    : 'changed';
}
