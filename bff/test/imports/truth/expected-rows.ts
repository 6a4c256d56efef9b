import { isDeepStrictEqual } from 'node:util';
import type { EntityRecord } from '#crud/model.ts';

/** The expected result of a row, computed from the raw file. */
export interface ExpectedRow {
  /** The key of the record, or empty if the row has none. */
  key: string;
  /** The reason why the row must be refused, which failures show. */
  refused?: string | undefined;
  /** The values of fields, and of names by language such as `name[zh-CN]`. A value that the row lacks is undefined. */
  values: Record<string, unknown>;
  /** Values that are written only if the record has none yet. */
  fillIfEmpty?: Record<string, unknown>;
}

export type RowState = 'new' | 'changed' | 'unchanged' | 'refused' | 'conflicting';

/** Returns the value of a field, or of a name in a language, as the contract represents it. */
export function fieldValue(record: Record<string, unknown>, field: string): unknown {
  const [, language = ''] = /^name\[(.+)\]$/.exec(field) ?? [];
  if (!language) return record[field] ?? null;
  const locales = record.locales as Record<string, { name?: string }> | undefined;
  return locales?.[language]?.name ?? null;
}

const isEmpty = (value: unknown) => value === null || value === '' || value === false || isDeepStrictEqual(value, []);

/** Returns the fields that a row would write to the current record. */
export function fieldsToWrite(
  { values, fillIfEmpty = {} }: ExpectedRow,
  current: EntityRecord | undefined,
): [string, unknown][] {
  const filledFields = Object.entries(fillIfEmpty).filter(([field]) => !current || isEmpty(fieldValue(current, field)));
  return [...Object.entries(values), ...filledFields].filter(([, value]) => value !== undefined && value !== '');
}

/** Compares values, numbers up to the six stored decimals. */
export const isSameValue = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 0.000_000_6 : isDeepStrictEqual(a, b);

/** Refuses valid rows that share their key, except for a single row that `isPreferred` picks. */
export function refuseRepeated(
  rows: ExpectedRow[],
  isPreferred: (row: ExpectedRow, sameKeyRows: ExpectedRow[]) => boolean = () => false,
): void {
  const byKey = new Map<string, ExpectedRow[]>();
  for (const row of rows) if (!row.refused && row.key !== '') byKey.set(row.key, [...(byKey.get(row.key) ?? []), row]);
  for (const [key, duplicates] of byKey) {
    if (duplicates.length === 1) continue;
    const preferredRows = duplicates.filter((row) => isPreferred(row, duplicates));
    for (const row of duplicates)
      if (preferredRows.length !== 1 || row !== preferredRows[0])
        row.refused = `${key} occurs ${duplicates.length} times`;
  }
}

export function stateOf(row: ExpectedRow, current: EntityRecord | undefined): RowState {
  if (row.refused) return 'refused';
  if (!current) return 'new';
  return fieldsToWrite(row, current).every(([field, value]) => isSameValue(fieldValue(current, field), value))
    ? 'unchanged'
    : 'changed';
}
