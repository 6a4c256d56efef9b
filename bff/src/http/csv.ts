import { stringify } from 'csv-stringify/sync';

/** A number as text, for decimals that a double cannot represent. */
interface ExactNumber {
  number: string;
}

export type CsvValue = string | number | ExactNumber | null | undefined;

/** Without it Excel decodes UTF-8 with its default code page. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Formats rows as CSV: texts are quoted and escaped by `escapeFormula`, numbers are not quoted. */
export const toCsvLines = (rows: CsvValue[][]): string =>
  stringify(rows, {
    quoted_string: true,
    cast: { string: escapeFormula, object: (value) => String(value.number) },
  });

// characters that start a formula, including full-width ones; leading apostrophes are included, so that unescaping reverts escaping in
// all cases
const FORMULA_START = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Escapes a text that a spreadsheet would take for a formula, with a leading apostrophe. */
export const escapeFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** Reverts `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
