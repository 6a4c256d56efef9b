import type { Call } from './call.ts';
import type { EditResponse } from './violation.ts';

/** Splits a CSV file into its rows of raw cells, so that joining them gives the same file. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (const character of text.replace(/\r?\n$/, '')) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || (character !== ',' && character !== '\n')) {
      cell += character;
      continue;
    }
    rows.at(-1)?.push(cell.replace(/\r$/, ''));
    if (character === '\n') rows.push([]);
    cell = '';
  }
  rows.at(-1)?.push(cell);
  return rows;
}

export const formatCsv = (rows: string[][]): string => rows.map((row) => `${row.join(',')}\r\n`).join('');

type EditRows = (rows: string[][], call: Call) => string[][] | undefined;

/** Edits the rows of CSV files, the first of which has the names of the columns. */
export const inCsv =
  (edit: EditRows): EditResponse =>
  (answer, call) => {
    if (!answer.succeeded || answer.contentType !== 'text/csv') return;
    const rows = parseCsv(answer.text);
    answer.text = formatCsv(edit(rows, call) ?? rows);
  };

/** Edits the lines of NDJSON files. */
export const inLines =
  (edit: (lines: string[], call: Call) => string[] | undefined): EditResponse =>
  (answer, call) => {
    if (!answer.succeeded || answer.contentType !== 'application/x-ndjson') return;
    const lines = answer.text.split('\n').filter((line) => line !== '');
    answer.text = (edit(lines, call) ?? lines).map((line) => `${line}\n`).join('');
  };

/** Edits what follows the heading of CSV files, and all lines of NDJSON files. */
export const inRows =
  (edit: <Row extends string | string[]>(rows: Row[]) => Row[]): EditResponse =>
  (answer, call, memory) => {
    inCsv(([heading = [], ...rows]) => [heading, ...edit(rows)])(answer, call, memory);
    inLines((lines) => edit(lines))(answer, call, memory);
  };
