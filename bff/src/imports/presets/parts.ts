import type { Row } from './preset.ts';

/** A text taken out of a row, '' where there is none, and the columns that it is of. */
export interface Taken {
  text: string;
  columns: number[];
}

/** What fills a target: a column by its name, or what makes a text of a row. */
export type Part = string | ((row: Row) => Taken);

export const indexesOf = (row: Row, columns: string[]): number[] =>
  columns.flatMap((column) => row.indexOf(column) ?? []);

export const take = (row: Row, part: Part): Taken =>
  typeof part === 'string' ? { text: row.get(part), columns: indexesOf(row, [part]) } : part(row);

/** A text made of the cells of columns. */
export const made =
  (columns: string[], make: (...cells: string[]) => string): Part =>
  (row) => ({ text: make(...columns.map(row.get)), columns: indexesOf(row, columns) });

/** The first that has a text; of none of them, all their columns. */
export const firstOf =
  (...parts: Part[]): Part =>
  (row) => {
    const all = parts.map((part) => take(row, part));
    return all.find(({ text }) => text !== '') ?? { text: '', columns: all.flatMap(({ columns }) => columns) };
  };

/** A cell where it is of the form, else nothing: for columns in which other things stand, too. */
export const where = (column: string, form: RegExp): Part => made([column], (cell) => (form.test(cell) ? cell : ''));

/** What is the same in every record. */
export const always = (text: string): Part => made([], () => text);
