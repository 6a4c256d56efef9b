import { isDeepStrictEqual } from 'node:util';
import type { EntityRecord } from '#crud/model.ts';

/** The expected result of a row, computed from the raw file. */
export interface ExpectedRow {
  /** The key of the record; empty if the row holds none. */
  key: string;
  /** Why the row has to be refused; shown in failures. */
  refused?: string | undefined;
  /** The values of fields, and of names by language such as `name[zh-CN]`; undefined where the row has no value. */
  values: Record<string, unknown>;
  /** Values that are written only if the record has none yet. */
  fillIfEmpty?: Record<string, unknown>;
}

export type State = 'new' | 'changed' | 'unchanged' | 'refused' | 'conflicting';

/** The value of a field, or of a name in a language, as the contract represents it. */
export function fieldValue(record: Record<string, unknown>, field: string): unknown {
  const [, language = ''] = /^name\[(.+)\]$/.exec(field) ?? [];
  if (!language) return record[field] ?? null;
  const locales = record.locales as Record<string, { name?: string }> | undefined;
  return locales?.[language]?.name ?? null;
}

const isEmpty = (value: unknown) => value === null || value === '' || value === false || isDeepStrictEqual(value, []);

/** The fields that a row would write to the current record. */
export function givenFields(
  { values, fillIfEmpty = {} }: ExpectedRow,
  current: EntityRecord | undefined,
): [string, unknown][] {
  const filledFields = Object.entries(fillIfEmpty).filter(([field]) => !current || isEmpty(fieldValue(current, field)));
  return [...Object.entries(values), ...filledFields].filter(([, value]) => value !== undefined && value !== '');
}

/** Equality up to the six stored decimals. */
export const isSame = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 0.000_000_6 : isDeepStrictEqual(a, b);

/** Refuses valid rows that share their key, except for the only one that `isPreferred` picks. */
export function refuseRepeated(
  rows: ExpectedRow[],
  isPreferred: (row: ExpectedRow, sameKeyRows: ExpectedRow[]) => boolean = () => false,
): void {
  const byKey = new Map<string, ExpectedRow[]>();
  for (const row of rows) if (!row.refused && row.key !== '') byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  for (const [key, duplicates] of byKey) {
    if (duplicates.length === 1) continue;
    const preferred = duplicates.filter((row) => isPreferred(row, duplicates));
    for (const row of duplicates)
      if (preferred.length !== 1 || row !== preferred[0]) row.refused = `${key} stands ${duplicates.length} times`;
  }
}

export function stateOf(row: ExpectedRow, current: EntityRecord | undefined): State {
  if (row.refused) return 'refused';
  if (!current) return 'new';
  return givenFields(row, current).every(([field, value]) => isSame(fieldValue(current, field), value))
    ? 'unchanged'
    : 'changed';
}
