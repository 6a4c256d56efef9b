import { stringify } from 'csv-stringify/sync';
import { guarded } from './formula.ts';

/** A number as it is written, where a double would be written otherwise. */
export interface WrittenNumber {
  number: string;
}

export type CsvValue = string | number | WrittenNumber | null | undefined;

/** Without it Excel takes UTF-8 for the code page of its language. */
export const byteOrderMark = '\ufeff';

/** Rows as lines of CSV: texts in quotes and `guarded`, numbers without, nothing for what is empty. */
export const csvLines = (rows: CsvValue[][]): string =>
  stringify(rows, {
    quoted_string: true,
    cast: { string: guarded, object: (value) => String(value.number) },
  });
