import { stringify } from 'csv-stringify/sync';

/** A number as it is written, where a double would be written otherwise. */
interface ExactNumber {
  number: string;
}

export type CsvValue = string | number | ExactNumber | null | undefined;

/** Without it Excel takes UTF-8 for the code page of its language. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Rows as lines of CSV: texts in quotes and escaped by `escapeFormula`, numbers without, nothing for what is empty. */
export const toCsvLines = (rows: CsvValue[][]): string =>
  stringify(rows, {
    quoted_string: true,
    cast: { string: escapeFormula, object: (value) => String(value.number) },
  });

// what makes a formula of a cell, the wide signs too; a text that begins so behind apostrophes gets one more, or taking one
// away would be wrong for it
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text for a cell of CSV that no spreadsheet takes for a formula: an apostrophe goes before what begins like one. */
export const escapeFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** The text that `escapeFormula` made the cell from. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
