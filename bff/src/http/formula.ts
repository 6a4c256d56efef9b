// what makes a formula of a cell, the wide signs too; a text that begins so behind apostrophes gets one more, or taking one
// away would be wrong for it
const begins = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text for a cell of CSV that no spreadsheet takes for a formula: an apostrophe goes before what begins like one. */
export const guarded = (text: string): string => (begins.test(text) ? `'${text}` : text);

/** Of a cell the text that was `guarded`. */
export const unguarded = (cell: string): string => (cell.startsWith("'") && begins.test(cell) ? cell.slice(1) : cell);
