import type { Row } from './preset.ts';

/** A text taken out of a row, '' where there is none, and the indexes of the columns that it is of. */
export interface Taken {
  text: string;
  columns: number[];
}

/** What fills a target. */
export type Part = (row: Row) => Taken;

/** A text made of the cells of columns. */
export const made =
  (columns: string[], make: (...cells: string[]) => string): Part =>
  (row) => ({ text: make(...columns.map(row.get)), columns: row.indexesOf(columns) });

/** A cell as it is; what is a part already stays one. */
export const partOf = (part: string | Part): Part => (typeof part === 'string' ? made([part], (cell) => cell) : part);

/** The first that has a text; of none of them, all their columns. */
export function firstOf(...parts: (string | Part)[]): Part {
  const all = parts.map(partOf);
  return (row) => {
    const seen: number[] = [];
    for (const part of all) {
      const taken = part(row);
      if (taken.text !== '') return taken;
      seen.push(...taken.columns);
    }
    return { text: '', columns: seen };
  };
}

/** A cell where it is of the form, else nothing: for columns in which other things stand, too. */
export const where = (column: string, form: RegExp): Part => made([column], (cell) => (form.test(cell) ? cell : ''));

/** What is the same in every record. */
export const always = (text: string): Part => made([], () => text);
